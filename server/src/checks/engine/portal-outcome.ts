// Reports the outcome of a query to its portal, once for all its vehicles.
import type { PortalReporter } from '../portals/state.ts'
import type { ParkedQuery } from './check.ts'
import type { CheckResult } from './check-result.ts'
import { isPortalFault } from './check-rules.ts'
import type { Claim, PortalState } from './claim.ts'

/** Outcomes that may pause the portal or the connector: no credit, or a priced answer that is not understood. */
export const pauses = (
  { outcome }: Pick<CheckResult, 'outcome'>,
  { isPriced }: Pick<PortalState, 'isPriced'>,
): boolean => outcome === 'no-credit' || (isPriced && outcome === 'shape-drift')

/** The result that decides for the query. Of a holder's vehicles, one that was understood if there is one. */
const decisiveResult = (results: readonly CheckResult[], isPriced: boolean): CheckResult | undefined => {
  const answered = results.filter(({ answers }) => answers.length > 0)
  return (
    answered.find((end) => !pauses(end, { isPriced })) ??
    answered[0] ??
    results.find((end) => isPortalFault(end.outcome) || pauses(end, { isPriced }))
  )
}

export const reportOutcome = async (
  reporter: PortalReporter,
  portal: PortalState,
  claim: Claim,
  results: readonly CheckResult[],
): Promise<void> => {
  const decisive = decisiveResult(results, portal.isPriced)
  if (!decisive) return
  const fault = isPortalFault(decisive.outcome)
  const { outcome, remark, endedAt: at, retryAfterSeconds } = decisive
  // A vehicle that failed before is no new evidence about its portal, except while the breaker is half open.
  const news = claim.vehicles.some(({ attempts }) => attempts === 0) || portal.halfOpen
  if (fault ? !news && retryAfterSeconds === 0 : portal.quiet && !pauses(decisive, portal)) return
  const { key: connectorKey, parserVersion } = decisive.connector
  const { claimedAt, isProbe } = portal
  const question = { connectorKey, parserVersion, claimedAt, isProbe }
  const counts = fault ? news : decisive.answers.length > 0 || outcome === 'no-credit'
  await reporter.report(portal.portalKey, {
    answered: !fault,
    outcome,
    remark,
    at,
    retryAfterSeconds,
    counts,
    question,
  })
}

/** A source that accepted the query counts as healthy. */
export const reportParked = async (
  reporter: PortalReporter,
  portal: PortalState,
  { connector: { key: connectorKey, parserVersion } }: ParkedQuery,
  at: Date,
): Promise<void> => {
  if (portal.quiet) return
  const { claimedAt, isProbe } = portal
  const question = { connectorKey, parserVersion, claimedAt, isProbe, evidenceOf: 'credit' as const }
  await reporter.report(portal.portalKey, {
    answered: true,
    outcome: 'ok',
    remark: null,
    at,
    retryAfterSeconds: 0,
    counts: true,
    question,
  })
}
