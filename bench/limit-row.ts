// A row of a table of figures, with its limit.
import type { Row } from './catalogue.ts'

type Limit = { most: number } | { least: number } | undefined
/** @param more additional text of the row */
export const row = (what: string, value: number, unit: string, limit?: Limit, more = ''): Row => {
  const bound = limit === undefined ? undefined : 'most' in limit ? limit.most : limit.least
  const isWithin = limit === undefined || ('most' in limit ? value <= limit.most : value >= limit.least)
  return {
    what,
    value: value < 10 ? value.toFixed(2) : Math.round(value),
    unit,
    limit: bound === undefined ? '' : `${limit && 'most' in limit ? '≤' : '≥'} ${Math.round(bound * 100) / 100}`,
    met: bound === undefined ? '' : isWithin ? 'yes' : 'NO',
    more,
  }
}
