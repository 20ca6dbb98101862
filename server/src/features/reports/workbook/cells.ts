// Reads one row of the configuration workbook and reports its faults by cell. Pure.
import { isMail } from '@padron/contract/exports'
import { REPORT_FILE_TEXTS } from '@padron/contract/reports'
import type { ReportDefinition } from '@padron/contract/reports/definition'
import {
  isOneLine,
  NAME_LINES,
  REPORT_MAILS_AT_MOST,
  REPORT_NAME_MAX,
  USUAL_HOUR,
} from '@padron/contract/reports/rules'
import { cleanText, isRefusal, type Refusal, refuse, unreadableCell } from '@padron/contract/template/cell-rules'
import { narrows } from '../definitions/rules.ts'
import type { ConfigurationField } from './columns.ts'
import type { KnownNames } from './known-names.ts'
import type { Names } from './names.ts'
import { HOW_OFTEN, kindWords, POLICIES, readActive, readDay, readHour, readWord, type Worded } from './value-labels.ts'

export type Cells = Readonly<Record<ConfigurationField, string>>
export type RowFault = { field: ConfigurationField; message: string }
export type ReadRow = { reportId: number | undefined; written: ReportDefinition; faults: RowFault[] }

const TEXT_MAX = 100
/** Names of states and tags may contain commas. */
const COMMAS_IN_A_NAME = 4
const NAMES_AT_MOST = 50
/** Longer texts are no name. */
const NAME_MAX = 300
/** Maximum characters of a cell; fifty full tag names exceed four thousand. */
const CELL_MAX: Readonly<Partial<Record<ConfigurationField, number>>> = { mails: 33_000, tags: 6_000, states: 4_000 }
const USUAL_CELL_MAX = 400

const missing = (what: string): Refusal => refuse(`Falta ${what}.`)

const readShort = (text: string, max: number): string | Refusal =>
  text.length > max ? refuse(`Máximo ${max} caracteres; tiene ${text.length}.`) : text

const readName = (text: string): string | Refusal =>
  isOneLine(text) ? readShort(text, REPORT_NAME_MAX) : refuse(`${NAME_LINES}.`)

const RECIPIENTS = 'a quién se envía'
const readMails = (text: string): string[] | Refusal => {
  const typed = text.split(/[,;\s]+/).filter((mail) => mail !== '')
  const mails = [...new Map(typed.map((mail) => [mail.toLowerCase(), mail])).values()]
  if (mails.length === 0) return missing(RECIPIENTS)
  if (mails.length > REPORT_MAILS_AT_MOST)
    return refuse(`Máximo ${REPORT_MAILS_AT_MOST} correos; tiene ${mails.length}.`)
  const wrong = mails.filter((mail) => !isMail(mail)).map((mail) => `«${mail.slice(0, 80)}»`)
  return wrong.length > 0 ? refuse(`${REPORT_FILE_TEXTS.mail}: ${wrong.slice(0, 5).join(', ')}`) : mails
}

/** The longest name that starts at this part, and its number of parts. */
const nameAt = (parts: readonly string[], at: number, names: Names): { length: number; id: number } | undefined => {
  for (let length = Math.min(COMMAS_IN_A_NAME, parts.length - at); length > 0; length--) {
    const name = parts.slice(at, at + length).join(', ')
    const id = name.length > NAME_MAX ? undefined : names.only(name)
    if (id !== undefined) return { length, id }
  }
  return undefined
}

/** Names separated by commas; at each position the longest known name counts. */
const readList = (text: string, names: Names): number[] | Refusal => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const ids: number[] = []
  for (let at = 0; at < parts.length; ) {
    if (ids.length === NAMES_AT_MOST) return refuse(`Máximo ${NAMES_AT_MOST}.`)
    const found = nameAt(parts, at, names)
    const id = found?.id ?? names.find((parts[at] ?? '').slice(0, NAME_MAX))
    if (isRefusal(id)) return id
    ids.push(id)
    at += found?.length ?? 1
  }
  return [...new Set(ids)]
}

const readId = (text: string): number | Refusal =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : refuse('No es una clave; déjela vacía en los reportes nuevos.')

const isLong = (field: ConfigurationField, text: string): boolean => text.length > (CELL_MAX[field] ?? USUAL_CELL_MAX)

/** @returns the row's values, as far as they can be read */
export const readRow = (raw: Cells, names: KnownNames): ReadRow => {
  const entries = Object.entries(raw) as [ConfigurationField, string][]
  const cells = Object.fromEntries(
    entries.map(([field, text]) => [field, isLong(field, text) ? '' : cleanText(text)]),
  ) as Cells
  const faults: RowFault[] = []
  /**
   * @param otherwise the value of an empty or refused cell
   * @param what names the missing value if the cell is empty; absent: it may be empty
   */
  const cell = <T>(field: ConfigurationField, otherwise: T, read: (text: string) => T | Refusal, what?: string): T => {
    const text = cells[field]
    const unreadable = isLong(field, raw[field])
      ? `El texto es demasiado largo: tiene ${raw[field].length} caracteres.`
      : unreadableCell(text)
    const blank = (): T | Refusal => (what === undefined ? otherwise : missing(what))
    const value = unreadable ? refuse(unreadable) : text === '' ? blank() : read(text)
    if (!isRefusal(value)) return value
    faults.push({ field, message: value.refused })
    return otherwise
  }
  const word = <T>(field: ConfigurationField, otherwise: T, words: Worded<T>, what?: string): T =>
    cell(field, otherwise, (text) => readWord(text, words), what)

  const frequency = word<ReportDefinition['frequency'] | undefined>(
    'frequency',
    undefined,
    HOW_OFTEN,
    'cada cuánto se envía',
  )
  const states = cell('states', [], (text) => readList(text, names.states))
  const tags = cell('tags', [], (text) => readList(text, names.tags))
  const written: ReportDefinition = {
    name: cell('name', '', readName, 'el nombre'),
    kind: word<ReportDefinition['kind']>('kind', 'debts', kindWords(), 'el tipo de reporte'),
    mails: cell('mails', [], readMails, RECIPIENTS),
    frequency: frequency ?? 'weekly',
    sendDay: cell('sendDay', 1, (text) => readDay(text, frequency), 'el día de envío'),
    sendHour: cell('sendHour', USUAL_HOUR, readHour),
    viewId: cell<number | null>('view', null, names.views.find),
    filter: {
      taxName: cell('taxName', '', (text) => readShort(text, TEXT_MAX)),
      lessor: cell('lessor', '', (text) => readShort(text, TEXT_MAX)),
      states,
      tags,
    },
    emptyPolicy: word<ReportDefinition['emptyPolicy']>('emptyPolicy', 'send', POLICIES),
    active: cell('active', true, readActive),
  }
  if (written.viewId !== null && narrows(written.filter))
    faults.push({
      field: 'view',
      message:
        'Con una vista guardada van en blanco el filtro de la empresa, la arrendadora, los lugares y las etiquetas.',
    })
  return { reportId: cell<number | undefined>('reportId', undefined, readId), written, faults }
}
