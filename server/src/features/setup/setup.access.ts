// Who may use the set-up: the holder of the one-time code in the server’s output, and then the browser that sent it.
// Code and browser key are random, and only their hashes are stored.
import { randomBytes } from 'node:crypto'
import { SETUP_CODE_MINUTES, SETUP_COOKIE, SETUP_SESSION_HOURS, SETUP_TEXTS } from '@padron/contract/setup'
import type { FastifyRequest } from 'fastify'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import type { Env } from '../../env/env.ts'
import { HttpProblem, notFound } from '../../errors/http-problem.ts'
import { addressAt } from '../../http/access/place.ts'
import { tokenHash } from '../../http/access/sessions.ts'
import { newToken } from '../../secrets/tokens.ts'

const MINUTE_MS = 60_000
const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** @param reached the address at which the server listens, if it is known */
export const setupAddress = (
  { publicUrl, place, host, port }: Pick<Env, 'publicUrl' | 'place' | 'host' | 'port'>,
  code: string,
  reached = `http://${EVERYWHERE.has(host) ? 'localhost' : host}:${port}`,
): string => `${publicUrl ?? reached}${addressAt(place, '/setup')}?code=${code}`

const grant = async (tx: Tx, isSession: boolean, token: string, expires: Date): Promise<void> => {
  await tx.deleteFrom('setup_access').where('expires_at', '<', new Date().toISOString()).execute()
  const row = { token_hash: tokenHash(token), is_session: isSession, expires_at: expires.toISOString() }
  await tx.insertInto('setup_access').values(row).execute()
}

export const hasCompany = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('company').select('tenant_id').limit(1).executeTakeFirst()) !== undefined

/**
 * Earlier codes stay valid, because each of several processes prints its own.
 * @returns undefined if a company exists
 */
export const newSetupCode = (db: Db, now: Date): Promise<string | undefined> =>
  asSystem(db, async (tx) => {
    if (await hasCompany(tx)) return undefined
    const code = randomBytes(15).toString('hex')
    await grant(tx, false, code, new Date(now.getTime() + SETUP_CODE_MINUTES * MINUTE_MS))
    return code
  })

/** @returns the browser's session; earlier sessions and codes end @throws HttpProblem */
export const exchangeCode = (db: Db, code: string, now: Date): Promise<string> =>
  asSystem(db, async (tx) => {
    if (await hasCompany(tx)) throw notFound()
    const consumed = await tx
      .deleteFrom('setup_access')
      .where('is_session', '=', false)
      .where('token_hash', '=', tokenHash(code))
      .where('expires_at', '>', now.toISOString())
      .returning('is_session')
      .executeTakeFirst()
    if (!consumed) throw new HttpProblem(400, SETUP_TEXTS.wrongCode)
    await tx.deleteFrom('setup_access').execute()
    const session = newToken()
    await grant(tx, true, session, new Date(now.getTime() + SETUP_SESSION_HOURS * 60 * MINUTE_MS))
    return session
  })

const cookieOf = ({ headers }: FastifyRequest): string | undefined =>
  headers.cookie
    ?.split('; ')
    .find((pair) => pair.startsWith(`${SETUP_COOKIE}=`))
    ?.slice(SETUP_COOKIE.length + 1)

/** No script can read it, and no page of another site can send it. */
export const sessionCookie = ({ protocol }: FastifyRequest, session: string): string =>
  `${SETUP_COOKIE}=${session}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SETUP_SESSION_HOURS * 3_600}` +
  (protocol === 'https' ? '; Secure' : '')

/** A page on another port of this host counts as the same site, but its browser reports another origin. */
const refuseOtherPages = ({ headers }: FastifyRequest): void => {
  const from = headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin' && from !== 'none') throw new HttpProblem(403, SETUP_TEXTS.elsewhere)
}

/** @throws HttpProblem 404 if a company exists, 401 without a session */
export const requireSetupSession = async (db: Db, request: FastifyRequest, now: Date): Promise<void> => {
  const token = cookieOf(request)
  await asSystem(db, async (tx) => {
    if (await hasCompany(tx)) throw notFound()
    refuseOtherPages(request)
    const found =
      token === undefined
        ? undefined
        : await tx
            .selectFrom('setup_access')
            .select('is_session')
            .where('is_session', '=', true)
            .where('token_hash', '=', tokenHash(token))
            .where('expires_at', '>', now.toISOString())
            .executeTakeFirst()
    if (!found) throw new HttpProblem(401, SETUP_TEXTS.noSession)
  })
}
