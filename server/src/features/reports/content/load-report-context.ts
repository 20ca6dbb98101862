// Loads a report's context once: validates its filter, describes its vehicles, and determines the period of changes.
import { DAY_MS } from '@padron/contract/days'
import type { ReportFilter } from '@padron/contract/reports/definition'
import type { Tx } from '../../../db/client.ts'
import { type CompanyFacts, companyFacts } from '../../../fleet/company.ts'
import { describeFilter, tagNamesOf } from '../../../fleet/describe-filter.ts'
import { checkDefinition } from '../definitions/rules.ts'
import { loadReportQuery, type ReportQuery } from '../report-query.ts'
import { untilOf } from './changes.queries.ts'
import type { ReportContext } from './report-context.ts'

const FIRST_DAYS = 7

type Defined = { name: string; viewId: number | null; filter: ReportFilter; changesFrom: string | null }
type By = Pick<ReportContext, 'tools' | 'roles' | 'who' | 'at'>

const viewName = async (tx: Tx, tenantId: number, viewId: number): Promise<string> => {
  const found = await tx
    .selectFrom('saved_view')
    .select('view_name')
    .where('tenant_id', '=', tenantId)
    .where('view_id', '=', viewId)
    .executeTakeFirst()
  return found?.view_name ?? ''
}

type ScopeInput = { tx: Tx; facts: CompanyFacts; fleet: ReportQuery; viewId: number | null; roles: By['roles'] }

/** Tag names need the permission to read tags. */
const scopeText = async ({
  tx,
  facts: { tenantId, country },
  fleet: { query },
  viewId,
  roles,
}: ScopeInput): Promise<string> => {
  if (viewId !== null) return `Vista «${await viewName(tx, tenantId, viewId)}».`
  const names = roles.has('tags_read') ? await tagNamesOf(tx, tenantId, query) : undefined
  return `Filtro: ${describeFilter(query, country, names)
    .map(([what, value]) => `${what}: ${value}`)
    .join('; ')}.`
}

/**
 * @param tx one snapshot for the whole report @throws HttpProblem if the definition names something that no longer
 * exists
 */
export const loadReportContext = async (tx: Tx, tenantId: number, defined: Defined, by: By): Promise<ReportContext> => {
  const { name, viewId, changesFrom } = defined
  const facts = await companyFacts(tx, tenantId)
  await checkDefinition(tx, facts, defined)
  const fleet = await loadReportQuery(tx, tenantId, defined, by.roles)
  const scope = await scopeText({ tx, facts, fleet, viewId, roles: by.roles })
  const until = await untilOf(tx, by.at)
  const since = changesFrom ? new Date(changesFrom) : new Date(until.getTime() - FIRST_DAYS * DAY_MS)
  return { tx, facts, name, fleet, viewId, scope, since, until, ...by }
}
