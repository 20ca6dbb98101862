// Reads one row of the configuration workbook and reports its faults by cell. Pure.

import { cleanText, unreadableCell } from '@padron/contract/cell-rules'
import { isMail } from '@padron/contract/exports'
import type { ReportDefinition } from '@padron/contract/report-definition'
import { isOneLine, NAME_LINES, REPORT_MAILS_AT_MOST, REPORT_NAME_MAX, USUAL_HOUR } from '@padron/contract/report-rules'
import { REPORT_FILE_TEXTS } from '@padron/contract/reports'
import { narrows } from '../definitions/rules.ts'
import type { ConfigurationField } from './columns.ts'
import type { KnownNames } from './known-names.ts'
import type { Names } from './names.ts'
import { type CellResult, HOW_OFTEN, KINDS, POLICIES, readActive, readDay, readHour, readWord } from './words.ts'

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

const required = (what: string) => ({ refused: `Falta ${what}.` })

const readShort = (text: string, max: number): CellResult<string> =>
  text.length > max ? { refused: `Máximo ${max} caracteres; tiene ${text.length}.` } : { value: text }

const readName = (text: string): CellResult<string> =>
  isOneLine(text) ? readShort(text, REPORT_NAME_MAX) : { refused: `${NAME_LINES}.` }

const readMails = (text: string): CellResult<string[]> => {
  const typed = text.split(/[,;\s]+/).filter((mail) => mail !== '')
  const mails = [...new Map(typed.map((mail) => [mail.toLowerCase(), mail])).values()]
  if (mails.length === 0) return required('a quién se envía')
  if (mails.length > REPORT_MAILS_AT_MOST)
    return { refused: `Máximo ${REPORT_MAILS_AT_MOST} correos; tiene ${mails.length}.` }
  const wrong = mails.filter((mail) => !isMail(mail))
  return wrong.length > 0
    ? {
        refused: `${REPORT_FILE_TEXTS.mail}: ${wrong
          .slice(0, 5)
          .map((mail) => `«${mail.slice(0, 80)}»`)
          .join(', ')}`,
      }
    : { value: mails }
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

const refusalOf = (part: string, names: Names): CellResult<number[]> => {
  const result = names.find(part.slice(0, NAME_MAX))
  return 'value' in result ? { value: [result.value] } : result
}

/** Names separated by commas; at each position the longest known name counts. */
const readList = (text: string, names: Names): CellResult<number[]> => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const ids: number[] = []
  for (let at = 0; at < parts.length; ) {
    if (ids.length === NAMES_AT_MOST) return { refused: `Máximo ${NAMES_AT_MOST}.` }
    const found = nameAt(parts, at, names)
    if (!found) return refusalOf(parts[at] ?? '', names)
    ids.push(found.id)
    at += found.length
  }
  return { value: [...new Set(ids)] }
}

const readId = (text: string): CellResult<number | undefined> => {
  if (text === '') return { value: undefined }
  return /^[1-9]\d{0,14}$/.test(text)
    ? { value: Number(text) }
    : { refused: 'No es una clave; déjela vacía en los reportes nuevos.' }
}

const isLong = (field: ConfigurationField, text: string): boolean => text.length > (CELL_MAX[field] ?? USUAL_CELL_MAX)

/** @returns the row's values, as far as they can be read */
export const readRow = (raw: Cells, names: KnownNames): ReadRow => {
  const entries = Object.entries(raw) as [ConfigurationField, string][]
  const cells = Object.fromEntries(
    entries.map(([field, text]) => [field, isLong(field, text) ? '' : cleanText(text)]),
  ) as Cells
  const faults: RowFault[] = []
  const cellValue = <T>(field: ConfigurationField, otherwise: T, result: CellResult<T>): T => {
    const unreadable = isLong(field, raw[field])
      ? `El texto es demasiado largo: tiene ${raw[field].length} caracteres.`
      : unreadableCell(cells[field])
    const refused = unreadable ?? ('refused' in result && result.refused)
    if (refused) faults.push({ field, message: refused })
    return 'value' in result && !refused ? result.value : otherwise
  }
  /** @param blank the result of an empty cell */
  const cell = <T>(
    field: ConfigurationField,
    blank: CellResult<T>,
    otherwise: T,
    read: (text: string) => CellResult<T>,
  ): T => cellValue(field, otherwise, cells[field] === '' ? blank : read(cells[field]))

  const frequency = cell<ReportDefinition['frequency'] | undefined>(
    'frequency',
    required('cada cuánto se envía'),
    undefined,
    (text) => readWord(text, HOW_OFTEN),
  )
  const states = cell<number[]>('states', { value: [] }, [], (text) => readList(text, names.states))
  const tags = cell<number[]>('tags', { value: [] }, [], (text) => readList(text, names.tags))
  const written: ReportDefinition = {
    name: cell('name', required('el nombre'), '', readName),
    kind: cell<ReportDefinition['kind']>('kind', required('el tipo de reporte'), 'debts', (text) =>
      readWord(text, KINDS),
    ),
    mails: cellValue('mails', [], readMails(cells.mails)),
    frequency: frequency ?? 'weekly',
    sendDay: cell('sendDay', required('el día de envío'), 1, (text) => readDay(text, frequency)),
    sendHour: cell('sendHour', { value: USUAL_HOUR }, USUAL_HOUR, readHour),
    viewId: cell<number | null>('view', { value: null }, null, names.views.find),
    filter: {
      taxName: cell('taxName', { value: '' }, '', (text) => readShort(text, TEXT_MAX)),
      lessor: cell('lessor', { value: '' }, '', (text) => readShort(text, TEXT_MAX)),
      states,
      tags,
    },
    emptyPolicy: cell<ReportDefinition['emptyPolicy']>('emptyPolicy', { value: 'send' }, 'send', (text) =>
      readWord(text, POLICIES),
    ),
    active: cell('active', { value: true }, true, readActive),
  }
  if (written.viewId !== null && narrows(written.filter))
    faults.push({
      field: 'view',
      message:
        'Con una vista guardada van en blanco el filtro de la empresa, la arrendadora, los lugares y las etiquetas.',
    })
  return { reportId: cellValue('reportId', undefined, readId(cells.reportId)), written, faults }
}
