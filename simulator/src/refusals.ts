// Refusals: the answers in which no vehicle is spoken of, in JSON for the paid providers and in HTML for state portals.
// A provider's documented bodies replace these where its own file names them; the rest is plausible invention.

import type { Face } from './faces.ts'
import { captchaPage, page } from './html.ts'
import { type Answer, type Content, fail, ok } from './portal.ts'

type Refusals = Partial<Record<Face, Content>>

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

const notice = (status: number, text: string): Answer => fail(status, page('Aviso', `<p>${text}</p>`))

export const htmlRefusals: Refusals = {
  unauthorized: () => notice(401, 'Acceso no autorizado.'),
  conflict: () => notice(409, 'Se requieren más datos para identificar el vehículo.'),
  'rate-limited': () => ({
    ...notice(429, 'Demasiadas consultas. Intente de nuevo en unos segundos.'),
    headers: waiting,
  }),
  'server-error': () => notice(500, 'Error interno del servidor.'),
  pending: () => notice(202, 'Su consulta está en proceso.'),
  captcha,
}
