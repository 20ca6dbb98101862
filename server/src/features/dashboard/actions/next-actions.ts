// What to do this week, as one answer: read in one transaction, kept while the fleet, its marks and the minute are
// the same.
import type { NextActions } from '@padron/contract/dashboard'
import { localTime, weekOf } from '@padron/contract/days'
import { sql } from 'kysely'
import { type Db, readAsTenant, type Tx } from '../../../db/client.ts'
import { fleetVersion } from '../../../db/fleet-version.ts'
import { readAside } from '../../../db/replica.ts'
import { createTurns } from '../../../fleet/tenant-turns.ts'
import type { Session } from '../../../http/sessions.ts'
import { planForFleet } from '../plan-for-fleet.ts'
import { readBlocked } from './blocked.ts'
import type { Looking } from './common.ts'
import { readDiscounts } from './discounts.ts'
import { keepNewest } from './newest-cache.ts'
import { asWire, readPaymentRules, whyNotShown } from './payment-rules.ts'
import { readPayments } from './payments.ts'
import { readGrowing, readStillListed } from './unwanted.ts'

const MINUTE_MS = 60_000
/** Asked beside the dashboard and kept by the minute, it may take longer than a page would. */
const LIMIT_MS = 20_000
/** Worked out at a time: each keeps a connection of ten for as long as it takes. */
const AT_ONCE = 2
const COMPANIES_KEPT = 500
const lookingOf = ({ tenantId, country, timeZone }: Session, now: Date): Looking => {
  const { day: today } = localTime(now, timeZone)
  return { tenantId, country, timeZone, now, today, weekEnds: weekOf(today).to }
}

const readActions = async (tx: Tx, looking: Looking): Promise<NextActions> => {
  const { country, today, weekEnds } = looking
  // Its parts are of one moment: checks write meanwhile.
  await sql`set transaction isolation level repeatable read`.execute(tx)
  await sql`set local statement_timeout = ${sql.lit(LIMIT_MS)}`.execute(tx)
  await planForFleet(tx)
  const rules = await readPaymentRules(tx, country)
  const shown = rules.filter((rule) => whyNotShown(rule, today) === null)
  const payments = await readPayments(tx, looking)
  const discounts = await readDiscounts(
    tx,
    looking,
    shown.filter(({ kind }) => kind === 'discount'),
  )
  const blocked: NextActions['blocked'] = []
  for (const rule of shown.filter(({ kind }) => kind === 'blocks')) blocked.push(await readBlocked(tx, looking, rule))
  const growing = await readGrowing(tx, looking)
  const stillListed = await readStillListed(tx, looking)
  return {
    today,
    weekEnds,
    payments,
    discounts,
    blocked,
    growing,
    stillListed,
    rules: rules.map((rule) => asWire(rule, today)),
  }
}

/** What the answer rests on. A mark of a person changes no version of the fleet. */
const labelOf = async (tx: Tx, { tenantId, now, timeZone }: Looking): Promise<string> => {
  const { version } = await fleetVersion(tx, tenantId)
  const { rows } = await sql<{ marks: string }>`
    select concat(count(*), ' ', max(marked_paid_at), ' ', max(last_seen_at)) as marks
    from debt
    where tenant_id = ${tenantId} and marked_paid_at is not null and ended_at is null`.execute(tx)
  return `${Math.floor(now.getTime() / MINUTE_MS)} ${timeZone} ${version} ${rows[0]?.marks ?? ''}`
}

/** @returns what answers a session, one company at a time and so many in the process */
export const nextActions =
  (kept = keepNewest<NextActions>(COMPANIES_KEPT), turns = createTurns(AT_ONCE)) =>
  async (db: Db, session: Session, now: Date): Promise<NextActions> => {
    const looking = lookingOf(session, now)
    const label = await readAsTenant(db, session.tenantId, (tx) => labelOf(tx, looking))
    return kept(session.tenantId, label, () =>
      turns(session.tenantId, () => readAside(db, session.tenantId, (tx) => readActions(tx, looking))),
    )
  }
