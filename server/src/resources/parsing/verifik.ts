// What every call of Verifik shares: the bearer token, the two wrappers of an answer, and refusals whose meaning stands in the
// body and not in the HTTP status (409 is a missing parameter or a source switched off; 403 no permission or no credit).
import { z } from 'zod/mini'
import type { PortalDoor, RawAnswer } from '../connector.ts'
import {
  drift,
  failed,
  fits,
  noCredit,
  type Read,
  readJson,
  refusalOf,
  says,
  type Trouble,
  trouble,
} from './answers.ts'
import { maybe } from './fields.ts'

export const bearer = ({ credential }: PortalDoor) => ({ authorization: `Bearer ${credential}` })

// The whole sentence: a bare NotFound could also be an address that no longer exists.
const NoRecord = z.looseObject({
  code: z.literal('NotFound'),
  message: z.string().check(z.regex(/^record not found\.?\s*$/i)),
})
/** The source has no row of what was asked about. */
export const hasNoRecord = (answer: RawAnswer): boolean => says(answer, 404, NoRecord)

const Refusal = z.looseObject({ code: maybe, message: maybe, data: z.optional(z.unknown()) })

/** What the body's code and message say, whatever the HTTP status; undefined where they say nothing of their own. */
export const refusalInBody = (answer: RawAnswer): Trouble | undefined => {
  const json = readJson(answer)
  const refusal = json.trouble ? json : fits(Refusal, json.value)
  if (refusal.trouble) return undefined
  const { code, message, data } = refusal.value
  const said = message ?? code ?? ''
  if (code === 'Endpoint_out_of_service') return failed('el proveedor la tiene fuera de servicio')
  if (code === 'MissingParameter') return trouble('needs-input', `La fuente pide otros datos del vehículo: ${said}`)
  if (message?.includes('current_owners_dont_match')) return notOfAnOwner()
  if (answer.status === 403 && /credit|crédito|saldo/i.test(`${code} ${message}`)) return noCredit()
  return answer.status === 200 && code && data === undefined ? failed(said) : undefined
}

/** Asked with a document that belongs to no active owner of the vehicle. */
export const notOfAnOwner = (): Trouble =>
  trouble('needs-input', 'El documento no es de un propietario activo del vehículo.')

const Newer = z.looseObject({ data: z.optional(z.unknown()), error: maybe })
const Older = z.looseObject({ value: z.looseObject({ value: Newer }) })

/** The object inside a good answer: `{data}`, or `{value: {value: {data}}}` as older pages have it. */
export function readVerifik(answer: RawAnswer | undefined): Read<unknown> {
  if (!answer) return { trouble: drift('No hubo respuesta que leer.') }
  const refused = refusalInBody(answer) ?? refusalOf(answer)
  if (refused) return { trouble: refused }
  const json = readJson(answer)
  if (json.trouble) return json
  const older = fits(Older, json.value)
  const wrapper = older.trouble ? fits(Newer, json.value) : { value: older.value.value.value }
  if (wrapper.trouble) return wrapper
  const { data, error } = wrapper.value
  if (error) return { trouble: failed(error) }
  return data === undefined ? { trouble: drift('Falta o cambió el dato «data».') } : { value: data }
}
