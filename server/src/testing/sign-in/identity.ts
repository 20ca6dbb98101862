// A visitor without a session: signs in, accepts the terms and signs out over HTTP, from any address, at any app.
import { createHook } from 'node:async_hooks'
import type { PasswordKey, SealUse } from '@padron/contract/session'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import type { AppOptions } from '../../app-context.ts'
import type { Db } from '../../db/client.ts'
import type { Answer } from '../attacks/refusal.ts'
import { seal } from './seal.ts'

export type Visitor = {
  key: PasswordKey
  /** @param given a password, or `{ sealed }` one made before */
  signIn: (username: string, given: string | { sealed: string }, from?: Partial<InjectOptions>) => Promise<Answer>
  accept: (username: string, given: string | { sealed: string }, from?: Partial<InjectOptions>) => Promise<Answer>
  userinfo: (token: string) => Promise<Answer>
  signOut: (token: string) => Promise<Answer>
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' } as const

export const inject = async (app: FastifyInstance, options: InjectOptions): Promise<Answer> => {
  const answer = await app.inject(options)
  const isJson = answer.body !== '' && String(answer.headers['content-type'] ?? '').includes('json')
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
}

export const visitor = async (app: FastifyInstance): Promise<Visitor> => {
  const { body } = await inject(app, { url: '/connect/password-key' })
  const key = body as PasswordKey
  const sealed = async (username: string, given: string | { sealed: string }, use: SealUse) =>
    typeof given === 'string' ? seal(given, key, { username, use }) : given.sealed
  return {
    key,
    signIn: async (username, given, { headers, ...from } = {}) => {
      const password = await sealed(username, given, 'sign-in')
      const fields = { grant_type: 'password', username, password, client_id: 'padron-console' }
      const payload = new URLSearchParams(fields).toString()
      return inject(app, { method: 'POST', url: '/connect/token', payload, ...from, headers: { ...FORM, ...headers } })
    },
    accept: async (username, given, from = {}) => {
      const payload = { username, password: await sealed(username, given, 'terms') }
      return inject(app, { method: 'POST', url: '/api/v2/TermsAndConditions', payload, ...from })
    },
    userinfo: (token) => inject(app, { url: '/connect/userinfo', headers: { authorization: `Bearer ${token}` } }),
    signOut: (token) =>
      inject(app, { method: 'POST', url: '/connect/revocation', payload: `token=${token}`, headers: FORM }),
  }
}

/** @returns how many passwords are hashed in the meantime */
export const countHashes = async (work: () => Promise<unknown>): Promise<number> => {
  let hashes = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') hashes++
    },
  }).enable()
  await work().finally(() => hook.disable())
  return hashes
}

export const tokenOf = ({ body }: Answer): string => (body as { access_token: string }).access_token

/** One more process on the same database, as after a restart or beside the first. */
export const appBeside = async (db: Db, options: Partial<AppOptions> = {}): Promise<FastifyInstance> => {
  const app = await buildApp({
    db,
    log: pino({ level: 'silent' }),
    state: { ready: true, simulated: false },
    publicUrl: undefined,
    parts: new Set(['api', 'identity']),
    ...options,
  })
  await app.ready()
  return app
}
