// Mexico City's own page of fines by plate, in its shape of 2016 → type 9. One table for each fine, all with the same id. Only
// the sentence "Sin adeudos!" clears: tables that are all paid could be missing the one that is not. A captcha stands before
// the page: only for installations with an agreement, never assigned by default.
import type { DebtRow } from '@padron/contract/resource-status'
import type { CheerioAPI } from 'cheerio'
import { defineConnector, type Parsed, type RawAnswer, type Subject } from '../connector.ts'
import { drift, failed } from '../parsing/answers.ts'
import { isoDate } from '../parsing/dates.ts'
import { debt, missing, owedOr, payable, unpriced } from '../parsing/payables.ts'
import { unknownVehicle } from '../parsing/registration.ts'
import { clip, fold, sameIdentifier } from '../parsing/text.ts'
import { fineInUma, unitsOf } from '../parsing/uma.ts'
import { cellsOf, paragraphsOf, readPage } from './page-text.ts'

const TYPES = [9] as const
const CLEAR = /^SIN ADEUDOS!?$/
const LABELS: ReadonlySet<string> = new Set(['MOTIVO:', 'FUNDAMENTO:', 'SANCION:'])

type Fine = { row: DebtRow; paid: boolean }

/** One table, or a sentence about what is wrong with it. */
function fineOf(lines: readonly string[][]): Fine | string {
  const [head = [], first = [], ...rest] = lines
  if (!/^FOLIO\|FECHA.*\|SITUACION$/.test(fold(head.join('|')))) return 'La tabla de una infracción cambió.'
  const [folio = '', day = '', said = ''] = first
  const date = isoDate(day)
  const situation = fold(said)
  if (!/^\d{11}$/.test(folio) || date === null || !['PAGADA', 'NO PAGADA'].includes(situation))
    return 'Una infracción no se entiende.'
  const told = new Map(
    rest.filter(([label = '']) => LABELS.has(fold(label))).map(([label = '', value = '']) => [fold(label), value]),
  )
  const units = unitsOf(told.get('SANCION:') ?? '')
  const pesos = units === null ? null : fineInUma(units, date)
  const description = `${told.get('MOTIVO:') || 'Infracción'}${units === null ? '' : ` (${units} UMA)`}`
  const facts = { folio, dateTime: date }
  const row = pesos === null ? unpriced(description, facts) : debt(description, { subTotal: pesos }, facts)
  return { row, paid: situation === 'PAGADA' }
}

const labelsOf = (lines: readonly string[][]): string[] =>
  lines.slice(2).flatMap(([label = '']) => (LABELS.has(fold(label)) ? [] : [clip(label)]))

function sheetOf(page: CheerioAPI, notices: readonly string[]): Parsed {
  const tables = page("table[id='tablaDatos']").toArray()
  const lines = tables.map((table) => page(table).find('tr').toArray().map((line) => cellsOf(page, line))) // biome-ignore format: one line
  const fines = lines.map(fineOf)
  const flaw = fines.find((fine) => typeof fine === 'string')
  if (flaw !== undefined) return drift(String(flaw))
  const read = fines.filter((fine) => typeof fine !== 'string')
  const owed = read.filter(({ paid }) => !paid).map(({ row }) => row)
  const paid = read.flatMap((fine) => (fine.paid && fine.row.folio ? [fine.row.folio] : []))
  const saysClear = notices.some((said) => CLEAR.test(fold(said)))
  const others = notices.filter((said) => !CLEAR.test(fold(said)))
  const unknownFields = [...new Set(lines.flatMap(labelsOf))]
  const extra = unknownFields.length ? { unknownFields } : {}
  if (saysClear && owed.length) return drift('La página dice «sin adeudos» y lista infracciones sin pagar.')
  if (!saysClear && !read.length)
    return others[0] ? failed(others[0]) : drift('La página no lista infracciones ni dice «sin adeudos».')
  if (!owed.length && (!saysClear || others.length))
    return {
      outcome: 'partial',
      findings: [],
      remarks: [others[0] ?? 'La página lista sólo infracciones pagadas y no dice «sin adeudos».'],
    }
  const finding = owedOr(9, 0, 1, owed.length ? [payable(9, 'Multas CDMX', owed)] : [])
  const findings = [{ ...finding, ...(paid.length ? { paid } : {}), ...missing(others.length > 0) }]
  return others.length
    ? { outcome: 'partial', findings, remarks: others, ...extra }
    : { outcome: 'ok', findings, ...extra }
}

function parse(answers: readonly RawAnswer[], { plate }: Subject): Parsed {
  const { page, trouble } = readPage(answers.at(-1))
  if (trouble) return trouble
  const notices = paragraphsOf(page)
  const shown = page('#busca_placa .titulo')
  if (!shown.length) {
    const said = notices.join(' ')
    if (/NO ESTA DISPONIBLE|INTENTE MAS TARDE/.test(fold(said))) return failed(said)
    return unknownVehicle(said, TYPES) ?? drift('La página no dice de qué placa es.')
  }
  return sameIdentifier(plate, shown.first().text()) ? sheetOf(page, notices) : drift('La página es de otra placa.')
}

export const cdmxInfracciones = defineConnector({
  key: 'mx-cdmx-infracciones',
  portal: 'cdmx-infracciones',
  country: 'MX',
  types: TYPES,
  mode: 'form',
  inputs: ['plate'],
  deadlineMs: 60_000,
  parserVersion: 1,
  delivery: 'sync',
  fetch: async ({ plate }, door) => [
    await door.request({ method: 'POST', path: '/sma/Consultaciudadana', form: { placa: plate } }),
  ],
  parse,
})
