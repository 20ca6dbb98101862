// Answers that are about no vehicle. A provider's documented bodies replace these; the others are plausible inventions.
import { captchaPage } from './html.ts'
import { type Answer, type Content, fail, ok } from './portal.ts'
import type { Scenario } from './scenarios.ts'

type Refusals = Partial<Record<Scenario, Content>>

const waiting = { 'retry-after': '1' }
const captcha = (): Answer => ok(captchaPage)

export const jsonRefusals = (unauthorized: unknown): Refusals => ({
  unauthorized: () => fail(401, unauthorized),
  conflict: () => fail(409, { code: 'Conflict', message: 'faltan datos para identificar el vehículo' }),
  'rate-limited': () => ({ ...fail(429, { code: 'TooManyRequests', message: 'too many requests' }), headers: waiting }),
  'server-error': () => fail(500, { code: 'InternalServerError', message: 'internal error' }),
  pending: () => fail(202, { message: 'Petición en proceso' }),
  captcha,
})
