// The days of each period and the intervals of its charts; the minute of the night.
import { describe, expect, it } from 'vitest'
import { nextNight } from './next-night.ts'
import { chartIntervals, weeksOf, windowOf } from './periods.ts'

const of = (months: number, today: string) => chartIntervals(today).filter((interval) => interval.months === months)

describe('a period', () => {
  it.each([
    [1, '2026-11-22', '2026-10-23', '2026-11-22'],
    [3, '2026-11-22', '2026-08-23', '2026-11-22'],
    [12, '2026-11-22', '2025-11-23', '2026-11-22'],
    [1, '2026-03-31', '2026-03-01', '2026-03-31'],
    [12, '2028-02-29', '2027-03-01', '2028-02-29'],
    [-1, '2026-11-22', '2026-11-23', '2026-12-22'],
    [-1, '2026-01-31', '2026-02-01', '2026-02-28'],
  ])('of %i months, on %s', (months, today, from, to) => {
    expect(windowOf(months, today)).toEqual({ from, to })
  })

  it('of all dates has no beginning and no end', () => {
    expect(windowOf(0, '2026-11-22')).toEqual({ from: null, to: null })
  })

  it('of undated items is one interval without days', () => {
    expect(windowOf(-2, '2026-11-22')).toEqual({ from: null, to: null })
    expect(of(-2, '2026-11-22')).toMatchObject([{ from: null, to: null, always: true }])
  })

  it.each([1, 3, 6, 12, -1])('of %i months is covered by its intervals, day by day', (months) => {
    const { from, to } = windowOf(months, '2026-11-22')
    const found = of(months, '2026-11-22')
    expect([found[0]?.from, found.at(-1)?.to]).toEqual([from, to])
    for (const [nth, interval] of found.slice(1).entries())
      expect(Date.parse(interval.from ?? '') - Date.parse(found[nth]?.to ?? '')).toBe(86_400_000)
  })

  it('is divided into days, weeks from Monday, calendar months or calendar years', () => {
    expect(of(1, '2026-11-22')).toHaveLength(31)
    expect(of(3, '2026-11-22').slice(0, 2)).toMatchObject([
      { from: '2026-08-23', to: '2026-08-23' }, // a Sunday
      { from: '2026-08-24', to: '2026-08-30' },
    ])
    expect(of(12, '2026-11-22')).toHaveLength(13)
    expect(of(12, '2026-11-22')[1]).toMatchObject({ from: '2025-12-01', to: '2025-12-31' })
    const years = of(0, '2026-11-22')
    expect(years[0]).toMatchObject({ from: null, to: '2021-12-31', always: false })
    expect(years[1]).toMatchObject({ from: '2022-01-01', to: '2022-12-31', always: true })
    expect(years[5]).toMatchObject({ from: '2026-01-01', to: '2026-12-31', always: true })
    expect(years.at(-2)).toMatchObject({ from: '2037-01-01', to: null, always: false })
    expect(years.at(-1)).toMatchObject({ from: null, to: null, always: false })
  })

  it('of one day is one week', () => {
    expect(weeksOf('2026-11-22', '2026-11-22')).toEqual([{ from: '2026-11-22', to: '2026-11-22' }])
  })
})

describe('the nightly computation', () => {
  const zone = 'America/Mexico_City'
  const hourOf = (at: Date) => Number(at.toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit' }).slice(0, 2))

  it('runs between one and five in the company’s time zone, at a minute of its own', () => {
    const at = new Date('2026-11-22T18:00:00Z')
    const nights = Array.from({ length: 50 }, (_, tenant) => nextNight(at, zone, tenant + 1))
    for (const night of nights) {
      expect(hourOf(night)).toBeGreaterThanOrEqual(1)
      expect(hourOf(night)).toBeLessThan(5)
      expect(night.getTime() - at.getTime()).toBeLessThan(86_400_000)
    }
    expect(new Set(nights.map((night) => night.getTime())).size).toBe(50)
  })

  it('runs once a day', () => {
    const first = nextNight(new Date('2026-11-22T18:00:00Z'), zone, 7)
    expect(nextNight(first, zone, 7).getTime() - first.getTime()).toBe(86_400_000)
    expect(nextNight(new Date(first.getTime() - 1), zone, 7)).toEqual(first)
  })
})
