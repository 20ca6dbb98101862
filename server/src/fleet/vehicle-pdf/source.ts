// The answer of one source about a vehicle, in words: status, time of the query, each fine, how to pay, remarks, and
// evidence. Expired payment lines are left out. Pure.
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import {
  type DebtRow,
  noticeText,
  outcomeText,
  type ResourceResult,
  unpricedText,
} from '@padron/contract/resource-status'
import { MONEY_TYPES, statusTone } from '@padron/contract/resources'
import { appealText } from '@padron/contract/rules/official-rules'
import { countOf } from '@padron/contract/texts/count-of'
import { numericDay, numericMoment } from '@padron/contract/texts/day-texts'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { debtsListed } from '../../checks/store/debt.ts'
import { dayIn } from '../../files/wall-clock.ts'
import type { CompanyFacts } from '../company.ts'
import { statusWords } from '../workbook/cells.ts'
import { amount, bareAmount, COVERS, moment, short, when } from './pdf-texts.ts'
import type { ProofFile, SheetSource } from './sheet.queries.ts'
import { pdfStatusSign, type SheetSign } from './states.ts'

/** Maximum rows of one result; one line gives the number of the others. */
const FINES_AT_MOST = 600
const NOTES_AT_MOST = 20
const NAME_AT_MOST = 120
const DAY_AT_MOST = 16
const WORD_OF_DAY_AT_MOST = 10

type Fine = { folio: string; concept: string; day: string; amounts: readonly string[] }
type Payment = { word: string; line: string; until: string; covers: string; past: string }
type Result = {
  title: string
  heads: readonly string[]
  rows: readonly Fine[]
  more: string
  mismatch: string
  payment: Payment
  notes: readonly string[]
}
/** A picture of the document, by its name. */
type SheetPicture = { name: string; alt: string; caption: string }
export type SourcePart = SheetSign & {
  name: string
  words: string
  checkedLine: string
  attempt: string
  results: readonly Result[]
  pictures: readonly SheetPicture[]
  proof: string
}

const headsOf = (country: Country): readonly string[] => [
  'Folio y concepto',
  'Fecha',
  'Importe',
  'Descuento',
  'Recargo',
  `Total ${COUNTRIES[country].currency}`,
]

/** For a narrow column: a day with its hour, or the text that the source gave instead. */
const day = (text: string): string => short(text, text.includes(' ') ? DAY_AT_MOST : WORD_OF_DAY_AT_MOST)

const appeal = ({ appeal: term }: DebtRow, { timeZone }: CompanyFacts, at: Date): string =>
  term ? appealText(term, dayIn(at.toISOString(), timeZone)) : ''

const fine = (row: DebtRow, facts: CompanyFacts, at: Date): Fine => ({
  folio: short(row.folio ?? '', NAME_AT_MOST),
  concept: [row.description, noticeText(row), appeal(row, facts, at), unpricedText(row)].filter(Boolean).join(' · '),
  day: day(when(row.dateTime, facts.timeZone)),
  amounts: [row.subTotal, row.discountsSum, row.surchargesSum, row.total].map((value) =>
    bareAmount(value, facts.country),
  ),
})

const payment = (found: ResourceResult, { timeZone, country }: CompanyFacts, at: Date): Payment => {
  const word = PAY_WORDS[country].line
  const none: Payment = { word, line: '', until: '', covers: '', past: '' }
  const { paymentLine, paymentLineDueDate: due } = found
  if (!paymentLine) return none
  const day = due === null ? null : when(due, timeZone).slice(0, 10)
  if (day !== null && day < dayIn(at.toISOString(), timeZone))
    return { ...none, past: `${word} vencida el ${numericDay(day)}: vuelva a consultar la fuente para obtener otra.` }
  const until = day === null ? 'vigencia desconocida' : `vigente hasta ${numericDay(day)}`
  const covers = found.notes?.find(({ label }) => label === COVERS)?.value ?? ''
  return { ...none, line: paymentLine, until, covers }
}

const result = (found: ResourceResult, owed: boolean, facts: CompanyFacts, at: Date): Result => {
  const rows = [...found.scrapedTickets, ...found.scrapedTenencias, ...found.scrapedRefrendo]
  const left = rows.length - FINES_AT_MOST
  return {
    title:
      owed || rows.length > 0 || found.total
        ? `${short(found.name, NAME_AT_MOST)}: ${amount(found.total, facts.country)}`
        : '',
    heads: headsOf(facts.country),
    rows: rows.slice(0, FINES_AT_MOST).map((row) => fine(row, facts, at)),
    more: left > 0 ? `Y ${countOf(left, 'fila', 'filas')} más, que están en la consola.` : '',
    mismatch: found.sumMismatch ? 'La suma de la fuente no coincide con sus filas; se muestra como la dio.' : '',
    payment: payment(found, facts, at),
    notes: (found.notes ?? [])
      .filter(({ label }) => label !== COVERS)
      .slice(0, NOTES_AT_MOST)
      .map(({ label, value }) => `${label}: ${when(value, facts.timeZone)}`),
  }
}

const GOOD: readonly string[] = ['ok', 'partial']

const neverText = ({ automatic, lastAt }: SheetSource): string => {
  if (lastAt) return 'Sin una respuesta válida hasta ahora.'
  return automatic
    ? 'Aún no se ha consultado.'
    : 'Esta fuente no se consulta de forma automática: revísela en su portal.'
}

const checkedText = (found: SheetSource, timeZone: string): string => {
  const { capturedBy } = found
  const prefix = capturedBy === null ? 'Consultado el' : `Capturado por ${capturedBy || 'una persona'} el`
  return (
    `Fuente: ${short(found.portalName, NAME_AT_MOST)}. ` +
    `${found.goodAt ? `${prefix} ${numericMoment(moment(found.goodAt, timeZone))}.` : neverText(found)}`
  )
}

const attemptText = ({ lastAt, lastOutcome }: SheetSource, timeZone: string): string =>
  lastAt && lastOutcome && !GOOD.includes(lastOutcome)
    ? `Último intento, el ${numericMoment(moment(lastAt, timeZone))}: ${outcomeText(lastOutcome)}.`
    : ''

/**
 * The evidence that is not drawn here, by name and time.
 * @param answeredAt undefined if the answer needs no evidence
 */
const proofText = (files: readonly ProofFile[], answeredAt: string | undefined, timeZone: string): string => {
  const named = files.map(({ name, at }) => `${name} (${numericMoment(moment(at, timeZone))})`)
  const answer = answeredAt ? [`respuesta original de la fuente (${numericMoment(moment(answeredAt, timeZone))})`] : []
  const all = [...named, ...answer]
  return all.length > 0 ? `Evidencia en la consola: ${all.join(', ')}.` : ''
}

/**
 * The results of the source; those that it only mentions come last. `owed`: a debt, whether or not its amount is known.
 */
const listedBy = ({ typeId, statusId, result }: SheetSource): { one: ResourceResult; owed: boolean }[] => {
  const all = result ?? []
  if (!result || !MONEY_TYPES.has(typeId) || statusTone(statusId) !== 'debt')
    return all.map((one) => ({ one, owed: false }))
  const mentioned = all.filter(({ elsewhere }) => elsewhere).map((one) => ({ one, owed: false }))
  return [...debtsListed(result).map((one) => ({ one, owed: true })), ...mentioned]
}

/** @param pictures the drawn files, by their paths */
export const sourcePart = (
  found: SheetSource,
  facts: CompanyFacts,
  at: Date,
  pictures: ReadonlyMap<string, string>,
): SourcePart => {
  const { timeZone } = facts
  const { typeId, statusId, state, goodAt, resourceName } = found
  const freshness = state ? { resourceTypeId: typeId, state, at: goodAt } : null
  const files = found.files ?? []
  const results = listedBy(found).map(({ one, owed }) => result(one, owed, facts, at))
  const owes = results.some(({ title }) => title !== '')
  return {
    ...pdfStatusSign(statusId, state),
    name: short(resourceName, NAME_AT_MOST),
    words: statusWords(statusId, freshness, timeZone),
    checkedLine: checkedText(found, timeZone),
    attempt: attemptText(found, timeZone),
    results,
    pictures: files.flatMap(({ path, name, at: uploadedAt }) => {
      const drawn = pictures.get(path)
      const caption = `${name} · ${numericMoment(moment(uploadedAt, timeZone))}`
      return drawn ? [{ name: drawn, alt: `Evidencia de ${resourceName}: ${name}`, caption }] : []
    }),
    proof: proofText(
      files.filter(({ path }) => !pictures.has(path)),
      owes && goodAt ? goodAt : undefined,
      timeZone,
    ),
  }
}
