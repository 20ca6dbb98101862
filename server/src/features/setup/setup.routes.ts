// The calls of the set-up. Each first checks that there is no company, and the browser's session.
import { type setup as rows, SETUP_TEXTS } from '@padron/contract/setup'
import type { FastifyRequest } from 'fastify'
import { type Actor, asSystem } from '../../db/client.ts'
import { HttpProblem, notFound } from '../../errors/http-problem.ts'
import type { AppContext, SetupTools } from '../../feature.ts'
import { networkOf } from '../../http/access/origin.ts'
import { createRateLimiter } from '../../http/overload/rate-limits.ts'
import type { Handlers } from '../../http/serve.ts'
import { AccountError } from '../../identity/accounts/accounts.ts'
import { exchangeCode, requireSetupSession, sessionCookie } from './setup.access.ts'
import { setProvider } from './setup.provider.ts'
import { readSetupState } from './setup.state.ts'
import { createFirstCompany, postpone, setAddress, setBackup, setFiles, setMail } from './setup.steps.ts'

/** Per minute: codes tried from one network, and all trials. */
const CODES_A_MINUTE = 10
const TRIALS_A_MINUTE = 20
const BY: Actor = { origin: 'operator', name: 'Operador (puesta en marcha)' }

const tooMany = (seconds: number): HttpProblem =>
  new HttpProblem(429, SETUP_TEXTS.tooMany, undefined, { 'retry-after': String(seconds) })

type Ask = { request: FastifyRequest; now: Date }

export const setup = ({ setup: tools }: Pick<AppContext, 'setup'>): Handlers<typeof rows> => {
  const codes = createRateLimiter(CODES_A_MINUTE)
  const trials = createRateLimiter(TRIALS_A_MINUTE)
  const enter = async ({ request, now }: Ask): Promise<SetupTools> => {
    if (!tools) throw notFound()
    await requireSetupSession(tools.db, request, now)
    return tools
  }
  const trial = async (ask: Ask): Promise<SetupTools> => {
    const entered = await enter(ask)
    const seconds = trials.take('')
    if (seconds > 0) throw tooMany(seconds)
    return entered
  }
  return {
    enter: async ({ body, request, reply, now }) => {
      if (!tools) throw notFound()
      const seconds = codes.take(networkOf(request.ip))
      if (seconds > 0) throw tooMany(seconds)
      const session = await exchangeCode(tools.db, body.code, now)
      reply.header('set-cookie', sessionCookie(request, session))
      return { message: 'Puesta en marcha abierta en este navegador.' }
    },
    state: async (ask) => {
      const { db, secrets } = await enter(ask)
      return asSystem(db, (tx) => readSetupState(tx, secrets))
    },
    address: async (ask) => setAddress(await trial(ask), ask.body, BY),
    mail: async (ask) => setMail(await trial(ask), ask.body, BY),
    files: async (ask) => setFiles(await trial(ask), ask.body, BY),
    backup: async (ask) => setBackup(await trial(ask), ask.body, BY),
    provider: async (ask) => setProvider(await trial(ask), ask.body, BY),
    later: async (ask) => {
      await postpone(await enter(ask), ask.body.step)
      return { message: 'Queda para después.' }
    },
    company: async (ask) =>
      createFirstCompany(await enter(ask), ask.body, BY).catch((error: unknown) => {
        throw error instanceof AccountError ? new HttpProblem(422, error.message) : error
      }),
  }
}
