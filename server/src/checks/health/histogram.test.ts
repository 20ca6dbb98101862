// Percentiles of histograms, and merging them without loss.
import { describe, expect, it } from 'vitest'
import { BUCKETS, mergeHistograms, percentile } from './histogram.ts'

/** The bucket of a duration, as stats-sql.ts counts it. */
const bucketOf = (milliseconds: number): number =>
  Math.min(BUCKETS - 1, Math.max(0, Math.floor(2 * Math.log2(Math.max(1, milliseconds)))))

const of = (...durations: number[]): number[] => {
  const counts = new Array<number>(BUCKETS).fill(0)
  for (const duration of durations) counts[bucketOf(duration)] = (counts[bucketOf(duration)] ?? 0) + 1
  return counts
}

describe('histogram', () => {
  it('puts any duration into a bucket', () => {
    expect([0, 1, 1.5, 2, 1000, 60_000, 1e12].map(bucketOf)).toEqual([0, 0, 1, 2, 19, 31, 63])
  })
  it('estimates a percentile within a fifth of the duration', () => {
    for (const duration of [3, 40, 500, 7_000, 90_000]) {
      const read = percentile(of(...new Array(100).fill(duration)), 0.5) ?? 0
      expect(Math.abs(read - duration) / duration).toBeLessThan(0.2)
    }
  })
  it('counts the slowest tenth in p95 and not in the median', () => {
    const durations = of(...new Array(90).fill(100), ...new Array(10).fill(10_000))
    expect(percentile(durations, 0.5)).toBeLessThan(130)
    expect(percentile(durations, 0.95)).toBeGreaterThan(8_000)
  })
  it('merges without loss, and has no percentile when it is empty', () => {
    expect(percentile(mergeHistograms([of(10), of(10), of(1000)]), 0.5)).toBe(percentile(of(10), 0.5))
    expect(mergeHistograms([[1], [0, 2]]).slice(0, 3)).toEqual([1, 2, 0])
    expect(percentile(of(), 0.5)).toBeNull()
  })
})
