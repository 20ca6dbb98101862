// Personal access tokens in requests: their format, their owner, and when they were last used. `padron_pat_`, 32
// random bytes and a checksum of those, so that anybody can recognise one that is found in a file, without our server.
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { TERMS_VERSION } from '@padron/contract/session'
import { TOKEN_PREFIX } from '@padron/contract/tokens'
import type { Db } from '../db/client.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SUM_DIGITS = 6 // of 62: more than 2^32

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

export const newPersonalToken = (): string => {
  const secret = randomBytes(32).toString('base64url')
  return `${TOKEN_PREFIX}${secret}${sumOf(secret)}`
}

/** A personal token after `Bearer`; its checksum is verified separately. */
export const PERSONAL_FORM = `${TOKEN_PREFIX}[A-Za-z0-9_-]{43}[0-9A-Za-z]{${SUM_DIGITS}}`

/** Whether a token is a personal one; one whose sum is wrong was mistyped or made up, and is nobody's. */
export const personalKind = (token: string): 'personal' | 'wrong' | undefined => {
  if (!token.startsWith(TOKEN_PREFIX)) return undefined
  const rest = token.slice(TOKEN_PREFIX.length)
  return sumOf(rest.slice(0, -SUM_DIGITS)) === rest.slice(-SUM_DIGITS) ? 'personal' : 'wrong'
}

/** Through whom a session asks that is a program's. */
export type ByToken = { tokenId: number; name: string }
export type PersonalRow = { token_id: number; token_name: string; scope: string[]; last_used_at: string | null }

/** A user who has not accepted the terms of today opens nothing, as at sign-in. */
export const FIND_PERSONAL = {
  name: 'personal-token',
  text: `
    select t.token_hash, u.user_id, u.username, u.first_name, u.last_name, u.tenant_id, c.company_name, c.country,
      c.time_zone, c.logo_url, c.demo, c.short_name, c.moved_to, c.move_state = 'moved' as moved,
      u.role_ids || p.role_ids as role_ids, md5(u.vehicle_scope::text) as vehicle_scope, t.token_id, t.token_name, t.scope, t.last_used_at
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

const MINUTE_MS = 60_000
const KNOWN_AT_MOST = 10_000

type Use = { tenantId: number; tokenId: number; address: string }

/**
 * Writes down that a token was used, once a minute and token in a process, beside the call and never before it: a
 * call does not wait for it, and one that cannot be written is let go.
 */
export const useWriter = (db: Db, now: () => number): ((use: Use) => void) => {
  const written = new Map<number, number>()
  return ({ tenantId, tokenId, address }) => {
    const at = now()
    if (at - (written.get(tokenId) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return
    written.delete(tokenId)
    written.set(tokenId, at)
    if (written.size > KNOWN_AT_MOST) written.delete(written.keys().next().value ?? 0)
    db.system
      .query({
        name: 'personal-token-used',
        text: `update personal_token set last_used_at = now(), last_used_address = $3
          where tenant_id = $1
            and token_id = $2
            and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
        values: [tenantId, tokenId, address],
      })
      .catch(() => written.delete(tokenId))
  }
}
