// What to do this week, as one answer: read in one transaction, and reused while the fleet's version, its paid marks
// and the minute are the same.
import type { NextActions } from '@padron/contract/dashboard'
import { localTime, weekOf } from '@padron/contract/days'
import { sql } from 'kysely'
import { type Db, readAsTenant, type Tx } from '../../../db/client.ts'
import { fleetVersion } from '../../../db/fleet-version.ts'
import { fleetViewOf } from '../../../db/fleet-view.ts'
import { readFromReplica } from '../../../db/replica.ts'
import { createAnswerCache } from '../../../fleet/answer-cache.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { createCompanyLimiter } from '../../../limits/company-limiter.ts'
import { appealsInForce, readAppealRules } from '../../../rules/appeal-terms.ts'
import { reasonInactive } from '../../../rules/in-force.ts'
import { presentValues, readUnitsInWords } from '../../../rules/official-values.ts'
import { RULES_LABEL } from '../../../rules/store-packs.ts'
import { readWorkingDays } from '../../../rules/working-days.ts'
import { planForFleet } from '../plan-for-fleet.ts'
import { readAppeals, readDebtsInUnits } from './appeals.ts'
import { readBlocked } from './blocked.ts'
import type { ActionScope } from './common.ts'
import { readDiscounts } from './discounts.ts'
import { readPaymentRules, rulesAsWire, unitAsWire } from './payment-rules.ts'
import { readPayments } from './payments.ts'
import { readGrowing, readStillListed } from './unwanted.ts'

const MINUTE_MS = 60_000
/** Longer than a page's limit: the answer loads beside the dashboard and is reused for a minute. */
const LIMIT_MS = 20_000
/** Concurrent computations of companies, and of parts; each holds one of ten connections while it runs. */
const AT_ONCE = 2
const FLEETS_AT_MOST = 500
const actionScope = ({ tenantId, country, timeZone }: Session, now: Date): ActionScope => {
  const { day: today } = localTime(now, timeZone)
  return { tenantId, country, timeZone, now, today, weekEnds: weekOf(today).to }
}

const readActions = async (tx: Tx, scope: ActionScope): Promise<NextActions> => {
  const { country, today, weekEnds } = scope
  // All parts read one snapshot: checks write meanwhile.
  await sql`set transaction isolation level repeatable read`.execute(tx)
  await sql`set local statement_timeout = ${sql.lit(LIMIT_MS)}`.execute(tx)
  await planForFleet(tx)
  const rules = await readPaymentRules(tx, country)
  const activeRules = rules.filter((rule) => reasonInactive(rule, today) === null)
  const appealRules = await readAppealRules(tx, country)
  const workingDays = await readWorkingDays(tx, country)
  const payments = await readPayments(tx, scope)
  const discounts = await readDiscounts(
    tx,
    scope,
    activeRules.filter(({ kind }) => kind === 'discount'),
    workingDays,
  )
  const blocked: NextActions['blocked'] = []
  for (const rule of activeRules.filter(({ kind }) => kind === 'blocks'))
    blocked.push(await readBlocked(tx, scope, rule))
  const appeals: NextActions['appeals'] = []
  for (const rule of appealsInForce(appealRules, today)) appeals.push(await readAppeals(tx, scope, rule, workingDays))
  const units = await readDebtsInUnits(tx, scope)
  const values = presentValues(await readUnitsInWords(tx, country, today), today)
  const growing = await readGrowing(tx, scope)
  const stillListed = await readStillListed(tx, scope)
  return {
    today,
    weekEnds,
    payments,
    discounts,
    blocked,
    appeals,
    units,
    growing,
    stillListed,
    rules: [
      ...rulesAsWire(rules, appealRules, today),
      // Units in which no debt is stated are left out.
      ...values
        .filter(({ unit }) => units.some((used) => used.unit === unit))
        .map((value) => unitAsWire(value, country, today)),
    ],
  }
}

/** Identifies the answer's inputs. Neither paid marks nor rule packs change the fleet's version: they are named too. */
const labelOf = async (tx: Tx, { tenantId, now, timeZone }: ActionScope): Promise<string> => {
  const { version } = await fleetVersion(tx, tenantId)
  const { rows } = await sql<{ marks: string; packs: string }>`
    select concat(count(*), ' ', max(marked_paid_at), ' ', max(last_seen_at)) as marks,
      ${RULES_LABEL} as packs
    from debt
    where tenant_id = ${tenantId} and marked_paid_at is not null and ended_at is null`.execute(tx)
  const { marks = '', packs = '' } = rows[0] ?? {}
  return `${Math.floor(now.getTime() / MINUTE_MS)} ${timeZone} ${version} ${marks} ${packs}`
}

/**
 * @returns a reader that computes one answer per company at a time and limits how many run in the process; parts of a
 * fleet have a limit of their own, so that users who see the whole fleet do not wait for them
 */
export const nextActions = (
  newest = createAnswerCache<NextActions>({ fleetsAtMost: FLEETS_AT_MOST }),
  limitWhole = createCompanyLimiter({ atOnce: AT_ONCE, perCompany: 1 }),
  limitParts = createCompanyLimiter({ atOnce: AT_ONCE, perCompany: 1 }),
) => {
  const look = async (tx: Tx, scope: ActionScope) => ({
    fleet: await fleetViewOf(tx, scope.tenantId),
    label: await labelOf(tx, scope),
  })
  return async (db: Db, session: Session, now: Date): Promise<NextActions> => {
    const { tenantId } = session
    const scope = actionScope(session, now)
    const { fleet, label } = await readAsTenant(db, tenantId, (tx) => look(tx, scope))
    const limit = db.scope === undefined ? limitWhole : limitParts
    const work = () => readFromReplica(db, tenantId, (tx) => readActions(tx, scope))
    return newest(fleet, label, now, () => limit(tenantId, work))
  }
}
