// Coahuila's Pago fácil by plate and VIN → types 0, 8 and 10. Always HTTP 200: `codigo` tells. The answer names the VIN,
// which must be the one asked; where the source could not give it, debts are told and nothing is called clear.
import { addMoney, money } from '@padron/contract/money'
import { typeName } from '@padron/contract/resources'
import { z } from 'zod/mini'
import { defineConnector, type Finding, type Parsed, type RawAnswer, type Subject } from '../connector.ts'
import { drift, failed, fits, readAnswer, trouble } from '../parsing/answers.ts'
import { isoDate } from '../parsing/dates.ts'
import { maybe, mxMoney, rowsOf, text, year } from '../parsing/fields.ts'
import { cents } from '../parsing/money.ts'
import { missing, owedOr, payable } from '../parsing/payables.ts'
import { unknownVehicle } from '../parsing/registration.ts'
import { fold, sameIdentifier, webLink } from '../parsing/text.ts'
import { debtsOf, flawOf } from './coahuila-periods.ts'

const TYPES = [0, 8, 10] as const
const STATUS = { 0: [2, 3], 8: [16, 17], 10: [21, 3] } as const

const Envelope = z.looseObject({ codigo: z.enum(['ok', 'error']) })
const Refusal = z.looseObject({ error: z.looseObject({ mensaje: text }) })
const Account = z.looseObject({
  info: rowsOf(z.looseObject({ periodo: year, tenencia: mxMoney, refrendo: mxMoney, total: mxMoney })),
  vehicle_info: z.nullable(z.looseObject({ vin: text })),
  pago: z.optional(z.nullable(z.looseObject({ linea_captura: maybe, vigencia: maybe, comprobante: maybe }))),
})
type Account = z.infer<typeof Account>

function refused(said: string): Parsed {
  const unknown = unknownVehicle(said, TYPES)
  if (unknown) return unknown
  if (/NO (ESTA|SE ENCUENTRA) DISPONIBLE|INTENTE MAS TARDE|MANTENIMIENTO/.test(fold(said))) return failed(said)
  if (/^CAPTURE|CAMPOS? OBLIGATORI/.test(fold(said))) return trouble('needs-input', said)
  if (/\bACUDA\b|PRESENTARSE/.test(fold(said))) return trouble('needs-input', said)
  return drift(`La fuente dice «${said}», que no se reconoce.`)
}

function findingOf(type: (typeof TYPES)[number], { info, pago }: Account, thisYear: number, origin?: string): Finding {
  const rows = debtsOf(info, thisYear)[type]
  const [owed, clear] = STATUS[type]
  const due = isoDate(pago?.vigencia ?? '')
  const line = pago?.linea_captura ?? null
  const result = payable(type, `${typeName(type, 'MX')} Coahuila`, rows, { paymentLine: line, paymentLineDueDate: due })
  const sum = addMoney(info.map(({ total }) => total))
  const notes = [{ label: 'Línea de captura', value: `Cubre todo el adeudo: ${money(sum, 'MX')}` }]
  const partly = line !== null && cents(result.total ?? 0) !== cents(sum)
  const finding = owedOr(type, owed, clear, rows.length ? [partly ? { ...result, notes } : result] : [])
  const url = pago?.comprobante && webLink(pago.comprobante, origin)
  return url ? { ...finding, evidence: [{ name: 'Comprobante de consulta', url }] } : finding
}

function read(account: Account, { vin }: Subject, today: string, origin?: string): Parsed {
  const { info, vehicle_info: vehicle, pago } = account
  if (vehicle && !sameIdentifier(vin, vehicle.vin))
    return drift('La respuesta es de otro vehículo: el NIV no coincide.')
  const flaw = info.map(flawOf).find((said) => said)
  if (flaw) return drift(flaw)
  if (pago && !info.length) return drift('La fuente da una línea de pago y no dice de qué.')
  const all = TYPES.map((type) => findingOf(type, account, Number(today.slice(0, 4)), origin))
  if (vehicle) return { outcome: 'ok', findings: all }
  const findings = all.filter(({ results }) => results.length).map((finding) => ({ ...finding, ...missing(true) }))
  if (!findings.length) return drift('La respuesta no dice de qué vehículo es.')
  return { outcome: 'partial', findings, remarks: ['La fuente no dio los datos del vehículo.'] }
}

function parse([answer]: readonly RawAnswer[], subject: Subject, today: string): Parsed {
  const envelope = readAnswer(answer, Envelope)
  if (envelope.trouble) return envelope.trouble
  if (envelope.value.codigo === 'error') {
    const refusal = fits(Refusal, envelope.value)
    return refusal.trouble ?? refused(refusal.value.error.mensaje)
  }
  const account = fits(Account, envelope.value)
  return account.trouble ?? read(account.value, subject, today, answer?.origin)
}

export const coahuilaPagafacil = defineConnector({
  key: 'mx-coahuila-pagafacil',
  portal: 'coahuila',
  country: 'MX',
  states: [5],
  types: TYPES,
  mode: 'form',
  inputs: ['plate', 'vin'],
  deadlineMs: 45_000,
  parserVersion: 1,
  delivery: 'sync',
  fetch: async ({ plate, vin }, door) => [
    await door.request({ method: 'POST', path: '/pagafacilV2/epago/cv/consulta', form: { placa: plate, serie: vin } }),
  ],
  parse,
})
