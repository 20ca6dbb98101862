// Mexico City's calculation of tenencia and derechos for one year, in its shape of 2016 → types 0, 8 and 10. The last five years
// are asked, one by one. Keys are misspelt, numbers come as text, and the total is in whole pesos: all as it was. A captcha
// stands before it: only for installations with an agreement, never assigned by default.
import { COUNTRIES } from '@padron/contract/countries'
import { money } from '@padron/contract/money'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { z } from 'zod/mini'
import {
  defineConnector,
  type Finding,
  type Parsed,
  type PortalDoor,
  type RawAnswer,
  type Subject,
} from '../connector.ts'
import { drift, failed, readAnswer, readJson, refusalOf } from '../parsing/answers.ts'
import { isoDate } from '../parsing/dates.ts'
import { maybe, mxMoney, text, year } from '../parsing/fields.ts'
import { cents } from '../parsing/money.ts'
import { debt, missing, owedOr, payable } from '../parsing/payables.ts'
import { unknownVehicle } from '../parsing/registration.ts'
import { fold, sameIdentifier } from '../parsing/text.ts'
import { paragraphsOf, readPage } from './page-text.ts'

const TYPES = [0, 8, 10] as const
const YEARS = 5
const PATH = '/formato_lc/lc_new/tenencia/calculo/validaPlaca'

const amount = z.nullable(mxMoney)
const Sheet = z.looseObject({
  placa: text,
  ejercicio: year,
  tenencia: amount,
  subsidio: amount,
  actualiza_ten: amount,
  recargo_ten: amount,
  condonacion_recargo_ten: amount,
  total_tenencia: amount,
  derecho: amount,
  actuliza_derecho: amount,
  recargo_derecho: amount,
  total_derechos: amount,
  total: mxMoney,
  lineacaptura: maybe,
  vigencia: maybe,
})
type Sheet = z.infer<typeof Sheet>
const Failed = z.looseObject({ error: text })

const inMexico = new Intl.DateTimeFormat('en-US', { timeZone: COUNTRIES.MX.timeZone, year: 'numeric' })

/** The current year last. An answer that is no calculation ends the asking. */
async function fetch({ plate }: Subject, door: PortalDoor): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = []
  const thisYear = Number(inMexico.format(new Date()))
  for (let ejercicio = thisYear - YEARS + 1; ejercicio <= thisYear; ejercicio++) {
    const answer = await door.request({
      method: 'POST',
      path: PATH,
      form: { placa: plate, ejercicio: String(ejercicio) },
    })
    answers.push(answer)
    if (refusalOf(answer) || readJson(answer).trouble) break
  }
  return answers
}

type Part = { type: 'tenencia' | 'refrendo'; year: number; row: DebtRow; sheet: Sheet }

const tenenciaOf = (sheet: Sheet): Part[] => {
  const {
    tenencia,
    subsidio,
    condonacion_recargo_ten,
    actualiza_ten,
    recargo_ten,
    total_tenencia: total,
    ejercicio,
  } = sheet
  if (tenencia === null || total === null || total === 0) return []
  const amounts = { subTotal: tenencia, discount: (subsidio ?? 0) + (condonacion_recargo_ten ?? 0), surcharge: (actualiza_ten ?? 0) + (recargo_ten ?? 0), total } // biome-ignore format: one row
  return [{ type: 'tenencia', year: ejercicio, row: debt(`Tenencia ${ejercicio}`, amounts), sheet }]
}
const refrendoOf = (sheet: Sheet): Part[] => {
  const { derecho, actuliza_derecho, recargo_derecho, total_derechos: total, ejercicio } = sheet
  if (derecho === null || total === null || total === 0) return []
  const amounts = { subTotal: derecho, surcharge: (actuliza_derecho ?? 0) + (recargo_derecho ?? 0), total }
  return [{ type: 'refrendo', year: ejercicio, row: debt(`Refrendo ${ejercicio}`, amounts), sheet }]
}

/** Why a calculation cannot be believed. Its total is cut to whole pesos. */
function flawOf({
  ejercicio,
  tenencia,
  derecho,
  total_tenencia,
  total_derechos,
  total,
  lineacaptura,
}: Sheet): string | undefined {
  if ((tenencia === null) !== (total_tenencia === null) || (derecho === null) !== (total_derechos === null))
    return `El cálculo de ${ejercicio} está incompleto.`
  if ((tenencia ?? 0) > 0 !== (total_tenencia ?? 0) > 0 || (derecho ?? 0) > 0 !== (total_derechos ?? 0) > 0)
    return `El cálculo de ${ejercicio} se contradice.`
  const unread = tenencia === null || derecho === null
  const apart = cents(total) - cents(total_tenencia ?? 0) - cents(total_derechos ?? 0)
  if (!unread && Math.abs(apart) >= 100) return `El total de ${ejercicio} no es la suma de sus conceptos.`
  return total === 0 && lineacaptura ? `El cálculo de ${ejercicio} da una línea de pago y no dice de qué.` : undefined
}

/** One result for each year: each has its payment line, which pays both concepts. */
const resultOf = (type: 0 | 8 | 10, { year: of, row, sheet }: Part): ResourceResult => {
  const { lineacaptura: line, vigencia, total } = sheet
  const notes = [{ label: 'Línea de captura', value: `Cubre tenencia y derechos de ${of}: ${money(total, 'MX')}` }]
  const extra = { paymentLine: line, paymentLineDueDate: isoDate(vigencia ?? '') }
  const name = type === 8 ? `Refrendo CDMX ${of}` : `Tenencia CDMX ${of}`
  return payable(type, name, [row], line && cents(total) - cents(row.total ?? 0) >= 100 ? { ...extra, notes } : extra)
}

const STATUS = { 0: [2, 3], 8: [16, 17], 10: [21, 3] } as const
const findingOf = (type: 0 | 8 | 10, parts: readonly Part[]): Finding => {
  const [owed, clear] = STATUS[type]
  return owedOr(type, owed, clear, parts.map((part) => resultOf(type, part))) // biome-ignore format: one line
}

/** Tenencia of earlier years is a debt, and then the current one's too; the current year's alone is only offered (type 10). */
function read(sheets: readonly Sheet[], { plate }: Subject, thisYear: number): Parsed {
  if (sheets.some(({ placa }) => !sameIdentifier(plate, placa))) return drift('La respuesta es de otra placa.')
  const wanted = Array.from({ length: YEARS }, (_, i) => thisYear - YEARS + 1 + i)
  if (sheets.map(({ ejercicio }) => ejercicio).join() !== wanted.join())
    return drift('La fuente no calculó los ejercicios que se pidieron.')
  const flaw = sheets.map(flawOf).find((said) => said)
  if (flaw) return drift(flaw)
  const tenencias = sheets.flatMap(tenenciaOf)
  const earlier = tenencias.some(({ year: of }) => of < thisYear)
  const all = [
    findingOf(0, earlier ? tenencias : []),
    findingOf(8, sheets.flatMap(refrendoOf)),
    findingOf(10, earlier ? [] : tenencias),
  ] // biome-ignore format: one type a line
  const unread = {
    tenencia: sheets.some(({ tenencia }) => tenencia === null),
    derecho: sheets.some(({ derecho }) => derecho === null),
  }
  const isUnread = ({ type }: Finding) => (type === 8 ? unread.derecho : unread.tenencia)
  const findings = all.flatMap((finding) =>
    isUnread(finding) && !finding.results.length ? [] : [{ ...finding, ...missing(isUnread(finding)) }],
  )
  if (!unread.tenencia && !unread.derecho) return { outcome: 'ok', findings }
  if (!findings.length) return failed('no pudo calcular ningún concepto')
  return { outcome: 'partial', findings, remarks: ['La fuente no pudo calcular todos los conceptos.'] }
}

/** The page it shows in place of a calculation. */
function refusedBy(answer: RawAnswer): Parsed | undefined {
  if (refusalOf(answer) || !/^\s*</.test(answer.body)) return undefined
  const { page, trouble } = readPage(answer)
  if (trouble) return trouble
  const said = paragraphsOf(page).join(' ')
  if (/NO ESTA DISPONIBLE|INTENTE MAS TARDE/.test(fold(said))) return failed(said)
  return unknownVehicle(said, TYPES) ?? drift('Llegó una página en lugar de datos.')
}

/** The year in which the sheets were asked for: on the first day of a year it may have been the last minute of the one before. */
const askedIn = (sheets: readonly Sheet[], today: string): number => {
  const year = Number(today.slice(0, 4))
  return today.endsWith('-01-01') && sheets.at(-1)?.ejercicio === year - 1 ? year - 1 : year
}

function parse(answers: readonly RawAnswer[], subject: Subject, today: string): Parsed {
  if (!answers.length) return drift('No hubo respuesta que leer.')
  const sheets: Sheet[] = []
  for (const answer of answers) {
    const refused = refusedBy(answer)
    if (refused) return refused
    const failure = readAnswer(answer, Failed)
    if (failure.value) return failed(failure.value.error)
    const sheet = readAnswer(answer, Sheet)
    if (sheet.trouble) return sheet.trouble
    sheets.push(sheet.value)
  }
  return read(sheets, subject, askedIn(sheets, today))
}

export const cdmxTenencia = defineConnector({
  key: 'mx-cdmx-tenencia',
  portal: 'cdmx-tenencia',
  country: 'MX',
  states: [9],
  types: TYPES,
  mode: 'form',
  inputs: ['plate'],
  deadlineMs: 90_000,
  parserVersion: 2,
  delivery: 'sync',
  fetch,
  parse,
})
