// Common to Verifik's calls: the bearer token, the two wrappers of an answer, and refusals that only the body explains
// (409: a missing parameter or a source switched off; 403: no permission or no credit; 200 with a failure).
import { z } from 'zod/mini'
import type { PortalClient, RawAnswer } from '../connector.ts'
import {
  bodyFits,
  drift,
  failed,
  findTrouble,
  fits,
  noCredit,
  type Read,
  readJson,
  type Trouble,
  trouble,
} from './answers.ts'
import { failureInside, joinTextValues, nestedLevels } from './failure-inside.ts'
import { maybe } from './fields.ts'

export const bearer = ({ credential }: PortalClient) => ({ authorization: `Bearer ${credential}` })

// The whole sentence: a bare NotFound could also be an address that no longer exists.
const NoRecord = z.looseObject({
  code: z.literal('NotFound'),
  message: z.string().check(z.regex(/^record not found\.?\s*$/i)),
})
/** The source has no row for the query. */
export const hasNoRecord = (answer: RawAnswer): boolean => bodyFits(answer, 404, NoRecord)

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** In the documents, no answer with data has a code or an error, or a `success` other than true. */
const refusedInside = (body: unknown): Trouble | undefined => {
  const failing = nestedLevels(body).find(
    ({ code, success }) => !isBlank(code) || (success !== undefined && success !== true),
  )
  return failureInside(body) ?? (failing && failed(joinTextValues([failing.message, failing.code])))
}

const Refusal = z.looseObject({ code: maybe, message: maybe })

/** The failure that the body's code and message mean, whatever the HTTP status; undefined if they add nothing. */
const refusalInBody = (answer: RawAnswer): Trouble | undefined => {
  const json = readJson(answer)
  if (json.trouble) return undefined
  const inside = answer.status === 200 ? refusedInside(json.value) : undefined
  const refusal = fits(Refusal, json.value)
  if (refusal.trouble) return inside
  const { code, message } = refusal.value
  const explanation = message ?? code ?? ''
  if (code === 'Endpoint_out_of_service') return failed('el proveedor la tiene fuera de servicio')
  if (code === 'MissingParameter')
    return trouble('needs-input', `La fuente pide otros datos del vehículo: ${explanation}`)
  if (message?.includes('current_owners_dont_match')) return notOfAnOwner()
  const isRefused = answer.status >= 400 && answer.status < 500
  if (isRefused && /credit|crédito|saldo/i.test(`${code} ${message}`)) return noCredit()
  // 409 has two documented meanings; whether another one concerns the vehicle's data is unknown.
  if (answer.status === 409 && code !== null) return drift(`La fuente dio el código «${code}», que no se conoce.`)
  return inside
}

/** Queried with a document that belongs to no active owner of the vehicle. */
export const notOfAnOwner = (): Trouble =>
  trouble('needs-input', 'El documento no es de un propietario activo del vehículo.')

const Newer = z.looseObject({ data: z.optional(z.unknown()) })
const Older = z.looseObject({ value: z.looseObject({ value: Newer }) })

/** The object inside a good answer: `{data}`, or `{value: {value: {data}}}` as in older documentation. */
export function readVerifik(answer: RawAnswer | undefined): Read<unknown> {
  if (!answer) return { trouble: drift('No hubo respuesta que leer.') }
  const refused = refusalInBody(answer) ?? findTrouble(answer)
  if (refused) return { trouble: refused }
  const json = readJson(answer)
  if (json.trouble) return json
  const older = fits(Older, json.value)
  const wrapper = older.trouble ? fits(Newer, json.value) : { value: older.value.value.value }
  if (wrapper.trouble) return wrapper
  const { data } = wrapper.value
  return data === undefined ? { trouble: drift('Falta o cambió el dato «data».') } : { value: data }
}
