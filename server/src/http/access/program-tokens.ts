// Tokens of programs in requests: a person's (`padron_pat_`) and a service account's secret (`padron_svc_`). This file
// has their form, owner, allowed addresses and last use. After the prefix come 32 random bytes and their checksum, so
// that a scanner can recognise a leaked token without our server.
import { randomBytes } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { crc32 } from 'node:zlib'
import { SERVICE_PREFIX } from '@padron/contract/service-accounts'
import { TERMS_VERSION } from '@padron/contract/session'
import { TOKEN_PREFIX } from '@padron/contract/tokens'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/client.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SUM_DIGITS = 6 // of 62: more than 2^32
const PREFIXES = { personal: TOKEN_PREFIX, service: SERVICE_PREFIX } as const
export type ProgramKind = keyof typeof PREFIXES
const KINDS = Object.keys(PREFIXES) as ProgramKind[]

/** CRC-32 of the random part as it is written, in base 62. */
const sumOf = (secret: string): string => {
  let left = crc32(secret)
  let digits = ''
  for (let i = 0; i < SUM_DIGITS; i++) {
    digits = `${BASE62[left % 62]}${digits}`
    left = Math.floor(left / 62)
  }
  return digits
}

export const newProgramToken = (kind: ProgramKind): string => {
  const secret = randomBytes(32).toString('base64url')
  return `${PREFIXES[kind]}${secret}${sumOf(secret)}`
}

/** A program's token after `Bearer`; its checksum is verified separately. */
export const PROGRAM_FORM = `(?:${Object.values(PREFIXES).join('|')})[A-Za-z0-9_-]{43}[0-9A-Za-z]{${SUM_DIGITS}}`

/** The kind of a token; undefined: a session's. `wrong`: the checksum fails, so it was mistyped or invented. */
export const programKind = (token: string): ProgramKind | 'wrong' | undefined => {
  const kind = KINDS.find((each) => token.startsWith(PREFIXES[each]))
  if (!kind) return undefined
  const rest = token.slice(PREFIXES[kind].length)
  return sumOf(rest.slice(0, -SUM_DIGITS)) === rest.slice(-SUM_DIGITS) ? kind : 'wrong'
}

/** The token of a program's session: a person's, or a service account's secret. */
export type ByToken =
  | { kind: 'personal'; tokenId: number; name: string }
  | { kind: 'service'; name: string; addresses: readonly string[] }
export type PersonalRow = { token_id: number; token_name: string; scope: string[] }
export type ServiceRow = { account_name: string; addresses: string[] }

/** Finds no session for a user who has not accepted today's terms, as at sign-in. */
export const FIND_PERSONAL = {
  name: 'personal-token',
  text: `
    select t.token_hash, u.user_id, u.username, u.first_name, u.last_name, u.tenant_id, c.company_name, c.country,
      c.time_zone, c.logo_url, c.demo, c.short_name, c.moved_to, c.move_state = 'moved' as moved,
      u.role_ids || p.role_ids as role_ids, md5(u.vehicle_scope::text) as vehicle_scope,
        t.token_id, t.token_name, t.scope
    from personal_token t
    join app_user u on u.tenant_id = t.tenant_id and u.user_id = t.user_id
    join company c on c.tenant_id = u.tenant_id
    left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
    where t.token_hash = any($1)
      and t.revoked_at is null
      and t.expires_at > now()
      and u.active
      and c.suspended_at is null
      and u.terms_version = '${TERMS_VERSION}'`,
}

/** A service account's name in records, in place of a user name. */
export const serviceName = (name: string): string => `cuenta de servicio «${name}»`

/** Finds an account by its current secret, or the former one while it is valid. No person's terms or status matter. */
export const FIND_SERVICE = {
  name: 'service-account',
  text: `
    select k.hash as token_hash, s.user_id, '' as username, '' as first_name, '' as last_name, s.tenant_id,
      c.company_name, c.country, c.time_zone, c.logo_url, c.demo, c.short_name, c.moved_to,
      c.move_state = 'moved' as moved, s.role_ids, null as vehicle_scope, s.account_name, s.addresses
    from (
      select tenant_id, user_id, secret_hash as hash
      from service_account
      where secret_hash = any($1)
      union all
      select tenant_id, user_id, former_hash
      from service_account
      where former_hash = any($1) and former_until > now()) k
    join service_account s on s.tenant_id = k.tenant_id and s.user_id = k.user_id
    join company c on c.tenant_id = s.tenant_id
    where s.revoked_at is null and s.expires_at > now() and c.suspended_at is null`,
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')
const lists = new WeakMap<readonly string[], BlockList>()
const listOf = (addresses: readonly string[]): BlockList => {
  const known = lists.get(addresses)
  if (known) return known
  const list = new BlockList()
  for (const each of addresses) {
    const [address = '', bits] = each.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  lists.set(addresses, list)
  return list
}

/** @param address of the connection, or as a proxy reports it; an IPv4 address also matches in its IPv6 form */
export const mayComeFrom = (byToken: ByToken | undefined, address: string): boolean => {
  if (byToken?.kind !== 'service' || byToken.addresses.length === 0) return true
  const [plain = ''] = address.split('%') // of a link-local one, the interface follows
  return isIP(plain) !== 0 && listOf(byToken.addresses).check(plain, familyOf(plain))
}

const MINUTE_MS = 60_000
const KNOWN_AT_MOST = 10_000

type Note = { tenantId: number; id: number; address: string }
type NoteKind = 'token-used' | 'service-used' | 'service-refused'
const noteIn = (table: string, key: string, at: string, address: string): string => `
  update ${table} set ${at} = now(), ${address} = $3
  where tenant_id = $1 and ${key} = $2 and (${at} is null or ${at} < now() - interval '1 minute')`
const NOTES: Readonly<Record<NoteKind, string>> = {
  'token-used': noteIn('personal_token', 'token_id', 'last_used_at', 'last_used_address'),
  'service-used': noteIn('service_account', 'user_id', 'last_used_at', 'last_used_address'),
  'service-refused': noteIn('service_account', 'user_id', 'last_refused_at', 'last_refused_address'),
}

/**
 * Records that a token was used or refused, at most once a minute per token and process. A call does not wait for it;
 * a failed write is ignored.
 */
export const noteWriter = (db: Db, now: () => number): ((kind: NoteKind, note: Note) => void) => {
  const written = new LRUCache<string, number>({ max: KNOWN_AT_MOST })
  return (kind, { tenantId, id, address }) => {
    const key = `${kind} ${id}`
    const at = now()
    if (at - (written.get(key) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return
    written.set(key, at)
    db.system.query({ name: kind, text: NOTES[kind], values: [tenantId, id, address] }).catch(() => written.delete(key))
  }
}
