// From rows to what a drawer reads: resources in wire shape, grouped by type with the worst status and the sum owed. Pure.
import type { Country } from '@padron/contract/countries'
import { OUTCOMES, type ScrapedResource, type ScrapedResourceType } from '@padron/contract/resource-status'
import { MONEY_TYPES, resourceTypesOf, statusText, statusTone, typeName, worstStatus } from '@padron/contract/resources'
import { type Debt, debtOf, owed, owedBy } from '../../resources/debt.ts'
import type { ResourceRow } from './resource-status.queries.ts'

/** A possible tenencia debt has an amount of its own type, and is in no total of the vehicle. */
const POSSIBLE = 21
const STATE_RANK = { current: 0, old: 1, unknown: 2 } as const

const statusOf = (statusId: number) => ({ statusId, descriptionSpanish: statusText(statusId) })
const typeOf = (typeId: number, country: Country) => ({
  resourceTypeId: typeId,
  descriptionSpanish: typeName(typeId, country),
})
const outcomeText = (outcome: string): string => OUTCOMES[outcome as keyof typeof OUTCOMES] ?? outcome

/** @param evidenceUrl the signed address of a run's stored answer */
export const asScraped = (
  row: ResourceRow,
  country: Country,
  evidenceUrl: (runId: string) => string,
): ScrapedResource => ({
  resource: {
    resourceId: row.resourceId,
    descriptionSpanish: row.resourceName,
    portal: row.portalName,
    portalUrl: row.portalUrl,
    automatic: row.automatic,
    resourceType: typeOf(row.typeId, country),
  },
  scraped: {
    status: statusOf(row.statusId),
    freshness: row.state ? { resourceTypeId: row.typeId, state: row.state, at: row.goodAt } : null,
    lastAttempt:
      row.lastAt && row.lastOutcome
        ? {
            outcome: row.lastOutcome,
            text: outcomeText(row.lastOutcome),
            dateTime: row.lastAt,
            durationMs: row.lastMs ?? 0,
          }
        : null,
    result: row.result ?? [],
    evidenceURL: [
      ...(row.evidence ?? []),
      ...(row.goodRunId ? [{ name: 'Respuesta original de la fuente', url: evidenceUrl(row.goodRunId) }] : []),
    ],
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

/** The types a vehicle has resources of, in the order screens show them. */
export const byType = (resources: readonly ScrapedResource[], country: Country): ScrapedResourceType[] =>
  resourceTypesOf(country).flatMap(({ id }) => {
    const own = resources.filter(({ resource }) => resource.resourceType.resourceTypeId === id)
    if (own.length === 0) return []
    const statusId = worstStatus(own.map(({ scraped }) => scraped.status.statusId))
    const indebted = (MONEY_TYPES.has(id) && statusTone(statusId) === 'debt') || statusId === POSSIBLE
    return [
      {
        resourceType: typeOf(id, country),
        status: statusOf(statusId),
        freshness: groupFreshness(id, own),
        ...(indebted
          ? owed(
              own
                .filter(
                  ({ scraped }) =>
                    statusTone(scraped.status.statusId) === 'debt' || scraped.status.statusId === POSSIBLE,
                )
                .flatMap(({ scraped }) => scraped.result),
            )
          : NOTHING),
        resources: own,
      },
    ]
  })

/** The whole debt, by the same rule as the list's column. */
export const wholeDebt = (rows: readonly ResourceRow[]): Debt =>
  debtOf(
    rows.map(({ typeId, statusId, goodAt, result }) => ({
      typeId,
      answered: goodAt !== null,
      debt: owedBy(typeId, statusId, result ?? []),
    })),
  )
