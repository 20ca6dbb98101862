// State of the plate through Verifik, Mexico → type 14. It rests on one page of the provider, which a newer document without any
// state contradicts; that page has «active» only. EXPIRED and CANCELLED are guesses, anything else is shape-drift. The owner's
// name is not kept.
import { z } from 'zod/mini'
import { defineConnector, type Parsed, type RawAnswer, type Subject } from '../connector.ts'
import { drift, failed, fits, readAnswer, says } from '../parsing/answers.ts'
import { isoDate } from '../parsing/dates.ts'
import { maybe, phrase, text } from '../parsing/fields.ts'
import { tellNewFields } from '../parsing/known-shapes.ts'
import { everyType, remark } from '../parsing/payables.ts'
import { registrationFields } from '../parsing/registration.ts'
import { sameIdentifier } from '../parsing/text.ts'
import { bearer, hasNoRecord, refusalInBody } from '../parsing/verifik.ts'

const TYPES = [14] as const
const NotFound = z.looseObject({ success: z.literal(false), code: z.literal('VEHICLE_NOT_FOUND') })
const Envelope = z.looseObject({ success: z.boolean(), error: maybe, data: z.optional(z.unknown()) })
const Registered = z.looseObject({
  plate: text,
  status: phrase,
  state: maybe,
  city: maybe,
  registrationDate: maybe,
  make: maybe,
  model: maybe,
  year: maybe,
  vin: maybe,
})

const STATES: Readonly<Record<string, number>> = { ACTIVE: 27, EXPIRED: 28, CANCELLED: 29 }
const WORDS: Readonly<Record<number, string>> = { 27: 'Vigente', 28: 'Vencida', 29: 'De baja' }

function parse([answer]: readonly RawAnswer[], { plate }: Subject): Parsed {
  if (answer && (says(answer, 404, NotFound) || hasNoRecord(answer)))
    return { outcome: 'ok', findings: everyType(TYPES, 10) }
  const refused = answer && refusalInBody(answer)
  if (refused) return refused
  const read = readAnswer(answer, Envelope)
  if (read.trouble) return read.trouble
  if (!read.value.success) return failed(read.value.error ?? '')
  const found = fits(Registered, read.value.data)
  if (found.trouble) return found.trouble
  const { value } = found
  if (!sameIdentifier(plate, value.plate)) return drift('La respuesta es de otra placa.')
  const status = Object.hasOwn(STATES, value.status) ? STATES[value.status] : undefined
  if (status === undefined) return drift(`La fuente da a la placa el estado «${value.status}», que no se conoce.`)
  const result = remark('Estado de la placa', [
    { label: 'Estado', value: WORDS[status] ?? null },
    { label: 'Entidad', value: value.state },
    { label: 'Municipio', value: value.city },
    { label: 'Fecha de registro', value: value.registrationDate },
  ])
  const fields = registrationFields({
    plate: value.plate,
    vin: value.vin,
    brandName: value.make,
    modelName: value.model,
    year: value.year,
    plateEntity: value.state,
    registrationDate: isoDate(value.registrationDate ?? '')?.slice(0, 10),
  })
  return {
    outcome: 'ok',
    findings: [{ type: 14, status, results: [result] }],
    registration: { foundBy: 'plate', fields },
  }
}

export const placa = defineConnector({
  key: 'mx-placa',
  portal: 'verifik-mx',
  country: 'MX',
  types: TYPES,
  mode: 'licensed',
  inputs: ['plate'],
  deadlineMs: 30_000,
  parserVersion: 2,
  delivery: 'sync',
  fetch: async ({ plate }, door) => [
    await door.request({
      path: '/v2/mx/vehiculo/placa',
      query: { plate },
      headers: bearer(door),
    }),
  ],
  parse: (answers, subject) => tellNewFields('mx-placa', answers.at(-1), parse(answers, subject)),
})
