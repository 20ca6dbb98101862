// Turns a raw answer into a typed value or a failure. Tolerant in reading, strict afterwards: an answer that does not
// fit its schema is shape-drift. HTTP errors mean the same at every portal and are mapped here.
import type { z } from 'zod/mini'
import type { Parsed, RawAnswer } from '../connector.ts'
import { clip } from './text.ts'

export type Trouble = Exclude<Parsed, { outcome: 'ok' | 'partial' }>
export type Read<T> = { value: T; trouble?: never } | { trouble: Trouble; value?: never }

export const trouble = (outcome: Trouble['outcome'], why: string): Trouble => ({ outcome, why: clip(why) })
export const drift = (why: string): Trouble => trouble('shape-drift', why)
export const failed = (parsed: string): Trouble =>
  trouble('http-error', `La fuente falló: ${parsed || 'sin explicación'}`)
/** The contract's credit is used up: HTTP 402, or the provider's own code for it. */
export const noCredit = (): Trouble => trouble('no-credit', 'El saldo del contrato con la fuente se agotó.')

const isHtml = ({ contentType, body }: RawAnswer): boolean => /^\s*</.test(body) || /html/i.test(contentType)
export const asksForHuman = (html: string): boolean =>
  /captcha|texto de la imagen|no soy un robot|turnstile/i.test(html)
const isWall = (html: string): boolean =>
  /acceso (denegado|restringido)|access denied|forbidden|bloquead[oa]|blocked/i.test(html)

/** Seconds only; a date or any other text is ignored. */
const secondsOf = (retryAfter = ''): number | undefined =>
  /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined

/** Adds the source's Retry-After, if it gives one. */
export const withRetryAfter = <T extends Parsed>(parsed: T, { retryAfter }: RawAnswer): T => {
  const seconds = secondsOf(retryAfter)
  return seconds === undefined || !('why' in parsed) ? parsed : { ...parsed, retryAfterSeconds: seconds }
}

/** The failure that the HTTP status alone implies; undefined if the body may be read (200). */
export function findTrouble(answer: RawAnswer): Trouble | undefined {
  const { status } = answer
  if (isHtml(answer) && asksForHuman(answer.body)) return trouble('captcha', 'La fuente pide resolver un captcha.')
  if (status === 200) return undefined
  if (status === 202) return trouble('http-error', 'La fuente aún no tiene respuesta.')
  if (status === 403 && isHtml(answer)) return trouble('blocked', 'La fuente negó el acceso.')
  if (status === 401 || status === 403) return trouble('bad-credentials', 'La fuente rechazó las credenciales.')
  if (status === 402) return noCredit()
  if (status === 409) return trouble('needs-input', 'La fuente pide otros datos del vehículo.')
  if (status === 429)
    return withRetryAfter({ outcome: 'rate-limited', why: 'La fuente pidió esperar antes de otra consulta.' }, answer)
  if (status >= 500 || status === 408)
    return withRetryAfter(trouble('http-error', `La fuente respondió con el error ${status}.`), answer)
  return drift(`La fuente respondió ${status} a una consulta normal.`)
}

/** The body as JSON, whatever the status. */
export function readJson(answer: RawAnswer): Read<unknown> {
  if (isHtml(answer)) {
    if (asksForHuman(answer.body)) return { trouble: trouble('captcha', 'La fuente pide resolver un captcha.') }
    if (isWall(answer.body)) return { trouble: trouble('blocked', 'La fuente negó el acceso.') }
    return { trouble: drift('Llegó una página en lugar de datos.') }
  }
  try {
    return { value: JSON.parse(answer.body) }
  } catch {
    return { trouble: drift(answer.body.trim() ? 'Los datos llegaron incompletos.' : 'La respuesta llegó vacía.') }
  }
}

export function fits<T>(schema: z.ZodMiniType<T>, value: unknown): Read<T> {
  const { data, error } = schema.safeParse(value)
  if (!error) return { value: data }
  const path = error.issues[0]?.path.map(String).join('.')
  return { trouble: drift(path ? `Falta o cambió el dato «${path}».` : 'La respuesta no tiene la forma conocida.') }
}

/** The value of a good answer (200, JSON, of this shape) or its failure. */
export function readAnswer<T>(answer: RawAnswer | undefined, schema: z.ZodMiniType<T>): Read<T> {
  if (!answer) return { trouble: drift('No hubo respuesta que leer.') }
  const refused = findTrouble(answer)
  if (refused) return { trouble: refused }
  const json = readJson(answer)
  return json.trouble ? json : fits(schema, json.value)
}

/** Whether an error's JSON fits: for error bodies with their own meaning. */
export function bodyFits<T>(answer: RawAnswer, status: number, schema: z.ZodMiniType<T>): boolean {
  if (answer.status !== status) return false
  const json = readJson(answer)
  return !json.trouble && !fits(schema, json.value).trouble
}
