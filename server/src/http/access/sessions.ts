// The session of a request. A token is 32 random bytes, stored only as its hash and looked up on every call, so that
// a revocation takes effect with the next call. A program's token (program-tokens.ts) has the permissions of its
// scope; a person's token also needs those that its user has today. While the database is unavailable, sessions seen in
// the last minute still answer userinfo, because a refused session check would sign all users out.
import { isDeepStrictEqual } from 'node:util'
import { expandRoles, type Role, rolesOf, SCOPED_ROLES } from '@padron/contract/permissions'
import { asCountry, type Country } from '@padron/contract/places/countries'
import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/client.ts'
import { isAway } from '../../db/is-away.ts'
import { sha256 } from '../../secrets/tokens.ts'
import { addressAt, type PlaceName, withoutPlace } from './place.ts'
import {
  type ByToken,
  FIND_PERSONAL,
  FIND_SERVICE,
  noteWriter,
  type PersonalRow,
  PROGRAM_FORM,
  programKind,
  type ServiceRow,
  serviceName,
} from './program-tokens.ts'

export type Session = {
  tokenHash: Buffer
  userId: number
  username: string
  fullName: string
  tenantId: number
  /** The main account's user id is the tenant's. A program never counts as the main account. */
  isMain: boolean
  companyName: string
  /** The prefix of its user names, before the hyphen. */
  shortName: string
  country: Country
  timeZone: string
  logoUrl: string | null
  /** A company of the demo: the console shows its emails if the installation sends none. */
  demo: boolean
  /** The company has moved to another installation; `to`: its address, if known. */
  moved?: { to: string | null }
  roles: ReadonlySet<Role>
  /** The user must have a second factor and has not set one up. */
  lacksFactor?: true
  /** The mark of the user's part of the fleet (071-vehicle-scopes.sql); a change of the part changes it. */
  vehicleScope: string | null
  /** Undefined: a person in the console. For a service account `userId` is a row that cannot sign in. */
  byToken?: ByToken
}

export type Sessions = {
  /** Returns the same object as the last look-up if nothing of it has changed. */
  find: (token: string) => Promise<Session | undefined>
  /** As find, but answers from memory for a minute while the database is unavailable. */
  findOrRemember: (token: string) => Promise<Session | undefined>
  /** A recently looked up session, from memory: to start a read while its look-up runs, never instead of it. */
  recent: (token: string) => Session | undefined
  evict: (token: string) => void
  /** Records the use of a program's token; does nothing for a person's session. */
  used: (session: Session, address: string) => void
  /** Records that a call with a program's token came from an address that is not allowed. */
  refused: (session: Session, address: string) => void
}

/** The hash does not depend on the place in the token. */
export const tokenHash = (token: string): Buffer => sha256(withoutPlace(token))

const TOKEN = new RegExp(`^Bearer ((?:[a-z0-9]{1,3}\\.)?(?:[A-Za-z0-9_-]{43}|${PROGRAM_FORM}))$`, 'i')

/**
 * The token of a well-formed request: one Authorization header, Bearer, in one of our forms.
 * @param raw names and values in turn
 */
export const bearer = (raw: readonly string[]): string | undefined => {
  const values = raw.filter((_, i) => i % 2 === 1 && raw[i - 1]?.toLowerCase() === 'authorization')
  return values.length === 1 ? TOKEN.exec(values[0] ?? '')?.[1] : undefined
}

/** Whether the profile `p` requires a second factor of the user `u`, or a sign-in by the company's provider alone. */
export const FACTOR_OF_USER = `(p.requires_factor is true or u.user_id = u.tenant_id and exists (
  select from company_idp i where i.tenant_id = u.tenant_id and i.forced))`

const FIND = {
  name: 'session',
  text: `
    select t.token_hash, u.user_id, u.username, u.first_name, u.last_name, u.tenant_id, c.company_name, c.country,
      c.time_zone, c.logo_url, c.demo, c.short_name, c.moved_to, c.move_state = 'moved' as moved,
      u.role_ids || p.role_ids as role_ids, ${FACTOR_OF_USER} as requires_factor,
      not t.by_provider and (${FACTOR_OF_USER} or c.admins_need_factor) and not exists (
        select from second_factor f
        where f.tenant_id = u.tenant_id and f.user_id = u.user_id and f.confirmed_at is not null
          and (f.last_step > 0 or exists (
            select from passkey k
            where k.tenant_id = f.tenant_id and k.user_id = f.user_id and k.rp_id = $2))) as lacks_factor,
      md5(u.vehicle_scope::text) as vehicle_scope
    from access_token t
    join app_user u on u.tenant_id = t.tenant_id and u.user_id = t.user_id
    join company c on c.tenant_id = u.tenant_id
    left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
    where t.token_hash = any($1) and t.expires_at > now() and u.active and c.suspended_at is null`,
}

type Row = {
  token_hash: Buffer
  user_id: number
  username: string
  first_name: string
  last_name: string
  tenant_id: number
  company_name: string
  country: string
  time_zone: string
  logo_url: string | null
  demo: boolean
  short_name: string
  moved_to: string | null
  moved: boolean | null
  role_ids: number[]
  requires_factor?: boolean | null
  lacks_factor?: boolean | null
  vehicle_scope: string | null
}
type Found = Row & Partial<PersonalRow> & Partial<ServiceRow>

/** The roles of a token's scope that its user still has. */
const rolesWithin = (held: readonly Role[], scope: readonly string[] | undefined): readonly Role[] => {
  if (!scope) return held
  const scopeRoles = new Set<string>(expandRoles(scope.filter((name) => name !== 'admin')))
  return held.filter((role) => scopeRoles.has(role))
}

const rolesOfRow = ({ role_ids, scope, vehicle_scope }: Found): ReadonlySet<Role> => {
  const roles = rolesWithin(expandRoles(rolesOf(role_ids).map(({ name }) => name)), scope)
  return new Set(vehicle_scope === null ? roles : roles.filter((role) => SCOPED_ROLES.includes(role)))
}

const lacksFactor = ({ requires_factor, lacks_factor }: Found, roles: ReadonlySet<Role>): boolean =>
  lacks_factor === true && (requires_factor === true || roles.has('users_admin'))

const byTokenOf = ({ token_id, token_name = '', account_name, addresses = [] }: Found): ByToken | undefined => {
  if (account_name !== undefined) return { kind: 'service', name: account_name, addresses }
  return token_id === undefined ? undefined : { kind: 'personal', tokenId: token_id, name: token_name }
}

const usernameOf = ({ username, account_name }: Found): string =>
  account_name === undefined ? username : serviceName(account_name)

const withByToken = (byToken: ByToken | undefined) => (byToken ? { byToken } : {})

const asSession = (row: Found, place: PlaceName): Session => ({
  tokenHash: row.token_hash,
  userId: row.user_id,
  username: usernameOf(row),
  fullName: [row.first_name, row.last_name].filter(Boolean).join(' ') || usernameOf(row),
  tenantId: row.tenant_id,
  isMain: row.user_id === row.tenant_id && row.token_id === undefined,
  companyName: row.company_name,
  shortName: row.short_name,
  country: asCountry(row.country),
  timeZone: row.time_zone,
  logoUrl: row.logo_url && addressAt(place, row.logo_url),
  demo: row.demo,
  ...(row.moved ? { moved: { to: row.moved_to } } : {}),
  roles: rolesOfRow(row),
  ...(lacksFactor(row, rolesOfRow(row)) ? { lacksFactor: true } : {}),
  vehicleScope: row.vehicle_scope,
  ...withByToken(byTokenOf(row)),
})

const REMEMBER_MS = 60_000
const RECENT_MS = 30_000
const REMEMBER_AT_MOST = 10_000

/**
 * The most queries at once: tokens that arrive meanwhile share the next query, so that load causes fewer queries, not
 * more.
 */
const AT_ONCE = 2

/**
 * Looks tokens up by key, without a tenant because it finds the tenant; named, so that PostgreSQL keeps its plan.
 * Simultaneous calls share one query, sent after all of them arrived, so that no call gets an older answer.
 */
const lookUp = (db: Db, query: { name: string; text: string }, place: PlaceName, values: readonly string[] = []) => {
  const waiting: (() => void)[] = []
  let running = 0
  const find = async (hashes: readonly Buffer[]) => {
    running++
    try {
      const { rows } = await db.system.query<Found>({ ...query, values: [hashes, ...values] })
      return hashes.map((hash) => {
        const row = rows.find(({ token_hash }) => token_hash.equals(hash))
        return row && asSession(row, place)
      })
    } finally {
      running--
      waiting.shift()?.()
    }
  }
  return new DataLoader<Buffer, Session | undefined>(find, {
    cache: false,
    maxBatchSize: 100,
    batchScheduleFn: (send) => void (running < AT_ONCE ? setImmediate(send) : waiting.push(send)),
  })
}

/**
 * @param place of addresses in a session
 * @param rpId of the passkeys that are a second factor here
 */
export const makeSessions = (
  db: Db,
  place?: PlaceName,
  rpId = '',
  now: () => number = () => performance.now(),
): Sessions => {
  const seen = new LRUCache<string, { session: Session; at: number }>({ max: REMEMBER_AT_MOST })
  const sessions = lookUp(db, FIND, place, [rpId])
  const programs = { personal: lookUp(db, FIND_PERSONAL, place), service: lookUp(db, FIND_SERVICE, place) }
  const note = noteWriter(db, now)
  const load = async (token: string, hash: Buffer) => {
    const kind = programKind(withoutPlace(token))
    return kind === 'wrong' ? undefined : (kind ? programs[kind] : sessions).load(hash)
  }
  const find = async (token: string) => {
    const hash = tokenHash(token)
    const found = await load(token, hash)
    const key = hash.toString('base64')
    const before = seen.get(key)?.session
    if (!found) {
      seen.delete(key)
      return undefined
    }
    const session = before && isDeepStrictEqual(before, found) ? before : found
    seen.set(key, { session, at: now() })
    return session
  }
  const findOrRemember = (token: string) =>
    find(token).catch((error: unknown) => {
      const last = seen.get(tokenHash(token).toString('base64'))
      if (isAway(error) && last && now() - last.at < REMEMBER_MS) return last.session
      throw error
    })
  const recent = (token: string) => {
    const last = seen.get(tokenHash(token).toString('base64'))
    return last && now() - last.at < RECENT_MS ? last.session : undefined
  }
  const evict = (token: string) => void seen.delete(tokenHash(token).toString('base64'))
  const used = ({ tenantId, userId, byToken }: Session, address: string) => {
    if (byToken?.kind === 'personal') note('token-used', { tenantId, id: byToken.tokenId, address })
    if (byToken?.kind === 'service') note('service-used', { tenantId, id: userId, address })
  }
  const refused = ({ tenantId, userId }: Session, address: string) =>
    note('service-refused', { tenantId, id: userId, address })
  return { find, findOrRemember, recent, evict, used, refused }
}
