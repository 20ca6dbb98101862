// Durations as histograms of 64 buckets by half powers of two of a millisecond. Histograms add up, so a month's p95
// comes from its hours; a value read from one is right to within a fifth.

export const BUCKETS = 64

/** Adds histograms of any length; missing buckets are empty. */
export const mergeHistograms = (histograms: readonly (readonly number[])[]): number[] => {
  const sum = new Array<number>(BUCKETS).fill(0)
  for (const histogram of histograms) {
    for (let bucket = 0; bucket < Math.min(BUCKETS, histogram.length); bucket++)
      sum[bucket] = (sum[bucket] ?? 0) + (histogram[bucket] ?? 0)
  }
  return sum
}

/** @param share 0.5 is the median @returns milliseconds, the middle of the bucket; null for an empty histogram */
export const percentile = (histogram: readonly number[], share: number): number | null => {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const expected = Math.max(1, Math.ceil(total * share))
  let seen = 0
  const bucket = histogram.findIndex((count) => {
    seen += count
    return seen >= expected
  })
  return Math.round(2 ** ((bucket + 0.5) / 2))
}
