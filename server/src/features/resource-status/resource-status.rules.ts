// Converts rows to the drawer's wire shape: resources by type with the worst status and the debt. Pure.
import { addMoney } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { stateName } from '@padron/contract/places/states'
import {
  type DebtRow,
  outcomeText,
  type ResourceResult,
  type ScrapedResource,
  type ScrapedResourceType,
} from '@padron/contract/resource-status'
import {
  MAY_OWE,
  MONEY_TYPES,
  resourceTypesOf,
  statusText,
  statusTone,
  typeName,
  worstStatus,
} from '@padron/contract/resources'
import type { UnitValue } from '@padron/contract/rules/official-rules'
import { plateState } from '@padron/contract/vehicles/plates'
import { lastDayOver } from '../../checks/engine/check-rules.ts'
import { addDebts, type Debt, sumDebts, sumListedDebts } from '../../checks/store/debt.ts'
import { debtsOf } from '../../checks/store/debt-changes.ts'
import { type Appeals, withAppeal } from '../../fleet/appeals.ts'
import type { ResourceRow, StoredDebt } from './resource-status.queries.ts'

const STATE_RANK = { current: 0, old: 1, unknown: 2 } as const

const statusOf = (statusId: number) => ({ statusId, descriptionSpanish: statusText(statusId) })
const typeOf = (typeId: number, country: Country) => ({
  resourceTypeId: typeId,
  descriptionSpanish: typeName(typeId, country),
})

/** Adds to each debt since when the source lists it, who marked it as paid, and until when it can be appealed. */
const withPast = (resource: ResourceRow, appeals: Appeals): ResourceResult[] => {
  const results = resource.result ?? []
  const stored: readonly StoredDebt[] = resource.debts ?? []
  const past = new Map(stored.map((debt) => [debt.debtKey, debt]))
  const keys = debtsOf(results).map(({ debtKey }) => debtKey)
  const dated = (found: DebtRow): DebtRow => {
    const row = withAppeal(found, resource, appeals)
    const debt = past.get(keys.shift() ?? '')
    if (!debt) return row
    const { debtKey, firstSeen, markedAt, markedBy } = debt
    const marked = markedAt ? { markedPaid: { dateTime: markedAt, who: markedBy?.name ?? '' } } : {}
    return { ...row, debtKey, firstSeen, ...marked }
  }
  return results.map((result) => {
    const { scrapedTickets, scrapedTenencias, scrapedRefrendo } = result
    const none = scrapedTickets.length + scrapedTenencias.length + scrapedRefrendo.length === 0
    if (none) keys.shift()
    return {
      ...result,
      scrapedTickets: scrapedTickets.map(dated),
      scrapedTenencias: scrapedTenencias.map(dated),
      scrapedRefrendo: scrapedRefrendo.map(dated),
    }
  })
}

export type Signed = {
  /** The signed address of a run's stored answer, where it may be shown, and of an evidence file. */
  answer: (runId: string) => string | null
  file: (fileId: string) => string
  appeals: Appeals
  now: Date
}

const evidenceOf = ({ evidence, files, goodRunId, capturedAt }: ResourceRow, signed: Signed) => {
  const answer = goodRunId && signed.answer(goodRunId)
  return [
    ...(files ?? []).map(({ fileId, name }) => ({ name, url: signed.file(fileId) })),
    ...(evidence ?? []),
    ...(answer ? [{ name: capturedAt ? 'Captura original' : 'Respuesta original de la fuente', url: answer }] : []),
  ]
}

/** Without its run an answer has the resource's own source. */
const answerOf = (row: ResourceRow): ScrapedResource['scraped']['answer'] => {
  const { goodRunId: runId, goodAt: dateTime, answerPortal, answerPortalUrl, portalName, portalUrl } = row
  if (runId === null || dateTime === null) return null
  if (answerPortal === null) return { runId, dateTime, portal: portalName, portalUrl }
  return { runId, dateTime, portal: answerPortal, portalUrl: answerPortalUrl }
}

const NOT_REGISTERED = 11
const PLATE_CHANGED = 12

/** A plate's series determines its state; a vehicle queried in another state is not registered there. */
const hintOf = ({ statusId, plate, stateId }: ResourceRow): string | null => {
  const series = statusId === NOT_REGISTERED ? plateState(plate) : undefined
  if (series !== undefined && series !== stateId)
    return `La serie de la placa ${plate} es de ${stateName(series)}: revise el estado del vehículo.`
  return statusId === PLATE_CHANGED ? 'La fuente conoce otra placa: concilie los datos del vehículo.' : null
}

/**
 * Whether a payment line has expired, so that another one can be requested. A day ends when it is over in all time
 * zones of both countries.
 */
const hasExpiredLine = ({ result }: ResourceRow, now: Date): boolean =>
  (result ?? []).some(({ paymentLineDueDate: day }) => day !== null && day.slice(0, 10) <= lastDayOver(now))

export const asScraped = (row: ResourceRow, country: Country, signed: Signed): ScrapedResource => ({
  resource: {
    resourceId: row.resourceId,
    descriptionSpanish: row.resourceName,
    portal: row.portalName,
    portalUrl: row.portalUrl,
    automatic: row.automatic,
    service: row.service,
    resourceType: typeOf(row.typeId, country),
  },
  scraped: {
    status: statusOf(row.statusId),
    freshness: row.state ? { resourceTypeId: row.typeId, state: row.state, at: row.goodAt } : null,
    answer: answerOf(row),
    lastAttempt:
      row.lastAt && row.lastOutcome
        ? {
            outcome: row.lastOutcome,
            text: outcomeText(row.lastOutcome),
            remark: row.lastRemark,
            dateTime: row.lastAt,
            durationMs: row.lastMs ?? 0,
          }
        : null,
    result: withPast(row, signed.appeals),
    evidenceURL: evidenceOf(row, signed),
    capture: row.capturedAt ? { who: row.capturedBy?.name ?? '', dateTime: row.capturedAt } : null,
    availableAt:
      row.freshUntil && new Date(row.freshUntil) > signed.now && !hasExpiredLine(row, signed.now)
        ? row.freshUntil
        : null,
    queued: row.queued,
    hint: hintOf(row),
    outageSince: row.outageSince,
    pause: row.service === 'automatic' ? row.pause : null,
    history: row.history ?? [],
  },
})

const groupFreshness = (typeId: number, resources: readonly ScrapedResource[]) => {
  const known = resources.flatMap(({ scraped }) => (scraped.freshness ? [scraped.freshness] : []))
  const worst = known.toSorted((a, b) => STATE_RANK[b.state] - STATE_RANK[a.state])[0]
  if (!worst) return null
  const oldest = known.flatMap(({ at }) => (at ? [at] : [])).toSorted()[0] ?? null
  return { resourceTypeId: typeId, state: worst.state, at: oldest }
}

const NOTHING = { total: null, withoutAmount: 0 }

/** The amounts that a type's resources list as owed, and as possibly owed. */
const owedTogether = (own: readonly ScrapedResource[]): Debt => {
  const found = own.flatMap(({ scraped: { status, result } }) => {
    if (status.statusId === MAY_OWE) return [sumDebts(result)]
    return statusTone(status.statusId) === 'debt' ? [sumListedDebts(result)] : []
  })
  const amounts = found.flatMap(({ total }) => (total === null ? [] : [total]))
  const withoutAmount = found.reduce((sum, debt) => sum + debt.withoutAmount, 0)
  return { total: amounts.length > 0 ? addMoney(amounts) : null, withoutAmount }
}

/** The types of the vehicle's resources, in display order. */
export const byType = (resources: readonly ScrapedResource[], country: Country): ScrapedResourceType[] =>
  resourceTypesOf(country).flatMap(({ id }) => {
    const own = resources.filter(({ resource }) => resource.resourceType.resourceTypeId === id)
    if (own.length === 0) return []
    const statusId = worstStatus(own.map(({ scraped }) => scraped.status.statusId))
    const indebted = (MONEY_TYPES.has(id) && statusTone(statusId) === 'debt') || statusId === MAY_OWE
    return [
      {
        resourceType: typeOf(id, country),
        status: statusOf(statusId),
        freshness: groupFreshness(id, own),
        ...(indebted ? owedTogether(own) : NOTHING),
        resources: own,
      },
    ]
  })

/** The whole debt, by the same rule as the list's column. */
export const wholeDebt = (rows: readonly ResourceRow[]): Debt =>
  addDebts(
    rows.map(({ typeId, goodAt, debtTotal, withoutAmount }) => ({
      typeId,
      answered: goodAt !== null,
      debt: { total: debtTotal, withoutAmount },
    })),
  )

/** Of the units in which the listed debts are stated. */
export const unitsIn = (rows: readonly ResourceRow[], values: readonly UnitValue[]): UnitValue[] => {
  const results = rows.flatMap(({ result }) => result ?? [])
  const debts = results.flatMap((each) => [...each.scrapedTickets, ...each.scrapedTenencias, ...each.scrapedRefrendo])
  const used = new Set(debts.flatMap(({ unit }) => unit ?? []))
  return values.filter(({ unit }) => used.has(unit))
}
