// The to-do list: a page of items, the sums, the number of the user's own items, and their assignment.
import { addDays, isCalendarDay, localTime } from '@padron/contract/days'
import { PENDING_DAYS, type pending as rows } from '@padron/contract/pending'
import { PENDING_KINDS, type PendingKind } from '@padron/contract/rules/pending-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { fleetViewOf } from '../../db/fleet-view.ts'
import { refuse } from '../../errors/http-problem.ts'
import { refuseTagQuery } from '../../fleet/access.ts'
import { createAnswerCache } from '../../fleet/answer-cache.ts'
import { checkDayRange } from '../../fleet/day-range.ts'
import { PAST_LINES_DAYS } from '../../fleet/obligations.ts'
import { whereOf } from '../../fleet/where.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { countsOf } from '../captures/counts.queries.ts'
import { assignItems } from './assignments.ts'
import type { Cursor, Discount, ItemFilter, Work } from './items/work.ts'
import { readBasis, readDiscounts, readMine, readPage, readRequired, readSums } from './pending.queries.ts'
import { readAssignees, sees } from './people.ts'

type Filters = {
  kinds?: string | undefined
  whose?: string | undefined
  from?: string | undefined
  to?: string | undefined
  stateId?: number | undefined
  tagId?: number | undefined
  holder?: string | undefined
  like?: string | undefined
}

/** Results that are expensive to read may be a minute old. Whether an item is pending is never cached. */
const FOR_A_MINUTE = { fleetsAtMost: 500, validMs: 60_000 }

const OWED: readonly PendingKind[] = ['fine', 'tax', 'debt']

/** The requested kinds that the user may see. */
const kindsOf = (roles: ReadonlySet<string>, text: string | undefined): ReadonlySet<PendingKind> => {
  const requestedKinds = text === undefined ? undefined : new Set(text.split(','))
  return new Set(
    PENDING_KINDS.map(({ kind }) => kind).filter((kind) => (requestedKinds?.has(kind) ?? true) && sees(roles, kind)),
  )
}

const createDiscountsCache = () => createAnswerCache<readonly Discount[]>(FOR_A_MINUTE)

/** @param discounts absent if the days on which they end do not matter: they are the most expensive part */
const workOf = async (
  tx: Tx,
  { tenantId, country, timeZone, roles }: Session,
  now: Date,
  { kinds: text, to }: Pick<Filters, 'kinds' | 'to'> = {},
  discounts?: ReturnType<typeof createDiscountsCache>,
): Promise<Work> => {
  const { day: today } = localTime(now, timeZone)
  const kinds = kindsOf(roles, text)
  const ahead = addDays(today, PENDING_DAYS)
  const scope = { tenantId, country, timeZone, today }
  return {
    ...{ tenantId, country, today, at: now, kinds },
    linesSince: addDays(today, -PAST_LINES_DAYS),
    until: to !== undefined && to > ahead ? to : ahead,
    required: kinds.has('missing') ? await readRequired(tx, tenantId) : [],
    discounts:
      discounts && OWED.some((kind) => kinds.has(kind))
        ? await discounts(await fleetViewOf(tx, tenantId), today, now, () => readDiscounts(tx, scope, ahead))
        : undefined,
  }
}

/** Conditions on `v`. @throws 403 if the user may not use these filters */
const vehiclesOf = ({ tenantId, timeZone, roles }: Session, filters: Filters): RawBuilder<unknown>[] => {
  const { stateId, tagId, holder, like } = filters
  const holding = holder?.trim()
  const piece = like?.replace(/[\s-]/g, '') ?? ''
  const containing = (field: string) => sql`select vehicle_id from vehicles_containing(${field}, ${piece})`
  const filter = {
    ...(stateId === undefined ? {} : { state: { stateId } }),
    ...(tagId === undefined ? {} : { tags: [{ tagId }] }),
  }
  refuseTagQuery(roles, { vehicleClass: filter })
  return [
    ...(stateId === undefined && tagId === undefined
      ? []
      : [whereOf({ vehicleClass: filter }, { tenantId, timeZone })]),
    ...(holding
      ? [
          sql`fold(coalesce(v.rfc_name, '') || ' ' || coalesce(v.tax_identifier, ''))
            like '%' || like_escape(fold(${holding})) || '%'`,
        ]
      : []),
    ...(piece === '' ? [] : [sql`v.vehicle_id in (${containing('plate')} union ${containing('vin')})`]),
  ]
}

const narrowOf = (session: Session, filters: Filters): ItemFilter => {
  checkDayRange(filters)
  const { whose, from, to } = filters
  const whoseOf = (text: string) => (text === 'mine' ? session.userId : text === 'none' ? null : Number(text))
  return {
    vehicles: vehiclesOf(session, filters),
    whose: whose === undefined ? undefined : { userId: whoseOf(whose) },
    from,
    to,
  }
}

const NO_CURSOR = 'Esa continuación no es de esta lista: empiece de nuevo.'

/** Parses a text of `cursorText`, which the client may have changed. @throws HttpProblem */
const cursorOf = (text: string | undefined): Cursor | undefined => {
  if (text === undefined) return undefined
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw refuse(400, NO_CURSOR, 'after')
  }
  const [on, kind, vehicleId, ref, ...more] = Array.isArray(read) ? read : []
  const isDay = on === null || (typeof on === 'string' && /^\d{4}-\d\d-\d\d$/.test(on) && isCalendarDay(on))
  const isKnown = PENDING_KINDS.some((each) => each.kind === kind)
  if (!isDay || !isKnown || !Number.isSafeInteger(vehicleId) || typeof ref !== 'string' || more.length > 0)
    throw refuse(400, NO_CURSOR, 'after')
  if (ref.includes('\0') || !ref.isWellFormed()) throw refuse(400, NO_CURSOR, 'after')
  return { on, kind, vehicleId, ref }
}

/** Caches the expensive results for a minute; the arguments belong to one database. */
export const pending = (
  discountsOf = createDiscountsCache(),
  basisOf = createAnswerCache<{ known: number; total: number }>(FOR_A_MINUTE),
): Handlers<typeof rows> => ({
  list: async ({ query: { after, limit, ...filters }, session, tx, now }) => {
    const narrow = narrowOf(session, filters)
    const cursor = cursorOf(after)
    const work = await workOf(tx, session, now, filters, discountsOf)
    return { today: work.today, ...(await readPage(tx, work, narrow, { cursor, limit })) }
  },

  summary: async ({ query: filters, session, tx, now }) => {
    const narrow = narrowOf(session, filters)
    const work = await workOf(tx, session, now, filters, discountsOf)
    const { tenantId, country } = session
    const { never } = work.kinds.has('capture') ? await countsOf(tx, tenantId, country, {}, now) : { never: 0 }
    return {
      ...(await readSums(tx, work, narrow)),
      basis: await (narrow.vehicles.length === 0
        ? basisOf(await fleetViewOf(tx, tenantId), work.today, now, () => readBasis(tx, tenantId, []))
        : readBasis(tx, tenantId, narrow.vehicles)),
      neverCaptured: never,
    }
  },

  mine: async ({ session, tx, now }) => readMine(tx, await workOf(tx, session, now), session.userId),

  people: async ({ session, tx }) => {
    const people = await readAssignees(tx, session)
    return { people: people.map(({ userId, username, fullName }) => ({ userId, username, fullName })) }
  },

  assign: async ({ body: { assignments }, session, tx, now }) => {
    const work = await workOf(tx, session, now)
    return assignItems(tx, session, assignments, { work: { ...work, until: undefined }, now })
  },
})
