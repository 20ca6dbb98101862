// Computes how often a vehicle is checked: from the catalogue of resources and the freshness of their types, the checks
// a day of an active vehicle of each state while every answer is good; in the months in which tenencia and refrendo
// fall due, and in the others.
import { freshHours } from '@padron/server/checks/engine/check-rules'
import type { Db } from '@padron/server/db/client'
import type { Row } from './catalogue.ts'

const [SEASON, NOT_SEASON] = [new Date('2026-02-15T12:00:00Z'), new Date('2026-08-15T12:00:00Z')]
/** A check is due up to a twentieth before its answer is old: the mean of that. */
const EARLY = 0.975

type Service = { country: string; state_id: number | null; connector_key: string; types: number[] }
const readServices = async (db: Db): Promise<Service[]> => {
  const { rows } = await db.system.query<Service>(`
    select country, state_id, connector_key, array_agg(distinct resource_type_id)::int[] as types
    from resource where connector_key is not null and not retired group by 1, 2, 3`)
  return rows
}

/** One query answers every resource of a connector: the type that is old first determines the interval. */
const aDay = (services: readonly Service[], at: Date): number => {
  const soonest = new Map<string, number>()
  for (const { connector_key: key, types } of services)
    soonest.set(
      key,
      Math.min(soonest.get(key) ?? Number.POSITIVE_INFINITY, ...types.map((type) => freshHours(type, at))),
    )
  return [...soonest.values()].reduce((sum, hours) => sum + 24 / (EARLY * hours), 0)
}

const statesOf = async (db: Db, country: string): Promise<number[]> =>
  (await db.system.query<{ id: number }>('select state_id as id from state where country = $1', [country])).rows.map(
    ({ id }) => id,
  )

/** One row per country and season: the mean of its states, and the states with the least and the most checks. */
export const intervals = async (db: Db): Promise<Row[]> => {
  const all = await readServices(db)
  const rows: Row[] = []
  for (const country of ['MX', 'CO']) {
    const states = await statesOf(db, country)
    const of = (state: number) =>
      all.filter((each) => each.country === country && (each.state_id === null || each.state_id === state))
    for (const [when, at] of [
      ['season', SEASON],
      ['other months', NOT_SEASON],
    ] as const) {
      const each = states.map((state) => aDay(of(state), at)).toSorted((a, b) => a - b)
      const mean = each.reduce((sum, n) => sum + n, 0) / Math.max(1, each.length)
      rows.push({
        what: `checks a day and vehicle, ${country}, ${when}`,
        'mean of its states': mean.toFixed(2),
        least: each[0]?.toFixed(2) ?? '',
        most: each.at(-1)?.toFixed(2) ?? '',
      })
    }
  }
  return rows
}
