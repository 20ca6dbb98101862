// From statistics to the health screen: percentages, cells weighted by runs, incidents in words, and a month of days
// with gaps. Pure.
import { DAY_MS } from '@padron/contract/days'
import {
  type HealthDay,
  HISTORY_DAYS,
  type Incident,
  type ResourceHealth,
  type StateHealth,
  type TypeHealth,
} from '@padron/contract/health'
import type { Country } from '@padron/contract/places/countries'
import { outcomeText } from '@padron/contract/resource-status'
import { resourceTypesOf, typeName } from '@padron/contract/resources'
import { mergeHistograms, percentile } from '../../checks/health/histogram.ts'
import type { DayRow, SourceRow } from './sources.queries.ts'

/** In percent with two decimals; null without runs, which is neither good nor bad. */
const percentage = (good: number, runs: number): number | null =>
  runs === 0 ? null : Math.min(100, Math.round((good / runs) * 10_000) / 100)

const newest = (times: readonly (string | null)[]): string | null =>
  times
    .flatMap((time) => time ?? [])
    .toSorted()
    .at(-1) ?? null
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/**
 * The number of failures that opens the breaker: for a source without a recorded outage that has not answered lately.
 */
const RUNS_WITHOUT_ANSWER = 5
/** Repeated failures of one vehicle are not the source's fault. */
const VEHICLES_WITHOUT_ANSWER = 3
/** A failing source fails in one way; many different outcomes are separate faults of vehicles. */
const ALIKE = 0.8

const NO_CREDIT =
  'Sin saldo: el saldo del contrato con la fuente se agotó. Se le pregunta una vez por hora hasta que haya'
const DRIFT_PAUSED = 'La fuente cambió su respuesta y cada consulta cuesta: se pregunta por un vehículo cada hora'

export const incidentOf = (row: SourceRow): Incident | null => {
  if (row.service !== 'automatic') return null
  if (row.outageSince && row.outageOutcome) {
    const why = row.outageOutcome === 'no-credit' ? NO_CREDIT : outcomeText(row.outageOutcome)
    return { since: row.outageSince, outcome: row.outageOutcome, text: why }
  }
  if (row.pausedSince) return { since: row.pausedSince, outcome: 'shape-drift', text: DRIFT_PAUSED }
  if (row.badRuns < RUNS_WITHOUT_ANSWER || !row.badOutcome || !row.badSince) return null
  if (row.badVehicles < VEHICLES_WITHOUT_ANSWER) return null
  if (row.badSame < ALIKE * row.badRuns) return null
  const text =
    `${outcomeText(row.badOutcome)}: ninguna de las últimas ${row.badRuns} consultas tuvo respuesta, ` +
    `y eran de ${row.badVehicles} vehículos`
  return { since: row.badSince, outcome: row.badOutcome, text }
}

type Outage = { beganAt: string; endedAt: string | null; text: string }

/** The outages of the month. An incident without a stored outage counts as one in progress. */
export const outagesOf = (
  incident: Incident | null,
  stored: readonly { beganAt: string; endedAt: string | null; outcome: string }[],
): Outage[] => {
  const known = stored.map(({ outcome, ...when }) => ({ ...when, text: outcomeText(outcome) }))
  if (!incident || known.some(({ endedAt }) => endedAt === null)) return known
  return [{ beganAt: incident.since, endedAt: null, text: outcomeText(incident.outcome) }, ...known]
}

export const resourceHealth = (row: SourceRow): ResourceHealth => ({
  resource: { resourceId: row.resourceId, descriptionSpanish: row.resourceName },
  portal: { name: row.portalName, owner: row.ownerName, url: row.portalUrl },
  service: row.service,
  past: row.past,
  successPercentage: percentage(row.good, row.runs),
  dateTime: row.lastGood,
  incident: incidentOf(row),
})

export const typeOf = (typeId: number, country: Country) => ({
  resourceTypeId: typeId,
  descriptionSpanish: typeName(typeId, country),
})

const cell = (typeId: number, rows: readonly SourceRow[], country: Country): TypeHealth => {
  const runs = sum(rows.map((row) => row.runs))
  return {
    resourceType: typeOf(typeId, country),
    avrgTimeSpan: runs === 0 ? null : Math.round(sum(rows.map(({ totalMs }) => totalMs)) / runs),
    successPercentage: percentage(sum(rows.map(({ good }) => good)), runs),
    dateTime: newest(rows.map(({ lastGood }) => lastGood)),
    resourceInfo: rows.map(resourceHealth),
  }
}

/**
 * @param fleet the resources that the company has vehicles of
 * @returns the whole country first, then the states by name; types in the order of the screens.
 */
export const byState = (rows: readonly SourceRow[], country: Country, fleet: ReadonlySet<number>): StateHealth[] => {
  const order = resourceTypesOf(country).map(({ id }) => id)
  const states = [...Map.groupBy(rows, ({ stateId }) => stateId).entries()].map(([stateId, own]) => {
    const types = Map.groupBy(own, ({ typeId }) => typeId)
    const known = [...types.keys()].toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    return {
      state: { stateId, stateName: own[0]?.stateName ?? '' },
      fleet: own.some(({ resourceId }) => fleet.has(resourceId)),
      resourceTypeHealth: known.map((typeId) => cell(typeId, types.get(typeId) ?? [], country)),
    }
  })
  const rank = ({ state: { stateId } }: StateHealth) => (stateId === 0 ? 0 : 1)
  return states.toSorted((a, b) => rank(a) - rank(b) || a.state.stateName.localeCompare(b.state.stateName, 'es'))
}

/** The last thirty days up to today, yyyy-mm-dd. */
export const lastDays = (today: string): string[] =>
  Array.from({ length: HISTORY_DAYS }, (_, back) =>
    new Date(Date.parse(today) - (HISTORY_DAYS - 1 - back) * DAY_MS).toISOString().slice(0, 10),
  )

export const durationsOf = (rows: readonly DayRow[]): { medianMs: number | null; p95Ms: number | null } => {
  const histogram = mergeHistograms(rows.map(({ durations }) => durations))
  return { medianMs: percentile(histogram, 0.5), p95Ms: percentile(histogram, 0.95) }
}

/** A day without runs is a gap, not a day of 0 %. */
export const healthDays = (rows: readonly DayRow[], today: string): HealthDay[] =>
  lastDays(today).map((day) => {
    const own = rows.filter((row) => row.day === day)
    return {
      day,
      successPercentage: percentage(sum(own.map(({ good }) => good)), sum(own.map(({ runs }) => runs))),
      ...durationsOf(own),
    }
  })
