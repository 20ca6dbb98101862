// Reads the fields of a portal's PDF by the labels of pdf-portals.ts. It guesses nothing: a value is beside its
// label or is missing. Pure.
import { CAPTURE_DEBTS_AT_MOST, type CapturedDebt } from '@padron/contract/captures'
import type { PdfFields } from '@padron/contract/captures/readings'
import type { Country } from '@padron/contract/places/countries'
import { localText } from '@padron/contract/texts/local-text'
import { isoDate } from '../../../checks/connectors/parsing/dates.ts'
import { colombianMoney, mexicanMoney } from '../../../checks/connectors/parsing/money.ts'
import { fold } from '../../../checks/connectors/parsing/text.ts'
import { ANY_PORTAL, type DebtColumn, type Label, PDF_PORTALS, type PdfPortal } from './pdf-portals.ts'

type Lines = readonly (readonly string[])[]
type Found<T> = { value: T; label: Label }

const DESCRIPTION_AT_MOST = 300
const SHORT_AT_MOST = 60
const REMARKS_AT_MOST = 20

const cellsOf = (line: string): string[] => line.split('\t').map((cell) => cell.trim())
const bare = (cell: string): string => fold(cell.replace(/:\s*$/, ''))

/** The portal whose words the text has. @returns undefined if there is none, or several */
export const portalOf = (
  lines: readonly string[],
  portals: readonly PdfPortal[] = PDF_PORTALS,
): PdfPortal | undefined => {
  const folded = lines.map(fold)
  const named = portals.filter(({ marks }) => marks.some((mark) => folded.some((line) => line.includes(fold(mark)))))
  return named.length === 1 ? named[0] : undefined
}

/** The values beside a label: after its colon, in the next cell, or a figure directly after it. */
const beside = (cells: readonly string[], words: string): string[] => {
  const label = fold(words)
  return cells.flatMap((cell, at) => {
    if (bare(cell) === label) return cells[at + 1] ?? []
    const folded = fold(cell)
    if (!folded.startsWith(label)) return []
    // Folding keeps the number of letters only of composed text, which NFKC is.
    const rest = cell.slice(words.length).trimStart()
    if (rest.startsWith(':')) return rest.slice(1).trim() || []
    return folded[label.length] === ' ' && /^[$\d]/.test(rest) ? rest : []
  })
}

type Field<T> = { lines: Lines; labels: readonly Label[]; read: (text: string) => T | null }

/** The value of the first label that has one; `several`: it has different values. */
const readField = <T extends string | number>({ lines, labels, read }: Field<T>): Found<T> | 'several' | undefined => {
  for (const label of labels) {
    const values = new Set(
      lines
        .flatMap((cells) => beside(cells, label.words))
        .flatMap((text): T[] => {
          const value = read(text)
          return value === null ? [] : [value]
        }),
    )
    const [value] = values
    if (values.size > 1) return 'several'
    if (value !== undefined) return { value, label }
  }
  return undefined
}

const labelOf = (cell: string, labels: readonly Label[] | undefined): Label | undefined =>
  labels?.find(({ words }) => fold(words) === bare(cell))

type Column = { column: DebtColumn; label: Label } | undefined
const MONEY = new Set<DebtColumn>(['subTotal', 'discount', 'surcharge', 'total'])

/** @returns undefined if the line is not a heading, which has one concept and one amount */
const headingOf = (cells: readonly string[], { columns }: PdfPortal): Column[] | undefined => {
  const found = cells.map((cell): Column => {
    for (const [column, labels] of Object.entries(columns) as [DebtColumn, readonly Label[]][]) {
      const label = labelOf(cell, labels)
      if (label) return { column, label }
    }
    return undefined
  })
  const names = found.flatMap((each) => each?.column ?? [])
  const isHeading = names.includes('description') && names.some((name) => MONEY.has(name))
  return isHeading && new Set(names).size === names.length ? found : undefined
}

const EMPTY: CapturedDebt = {
  folio: '',
  description: '',
  dateTime: null,
  subTotal: null,
  discount: null,
  surcharge: null,
  total: null,
}

type Money = (text: string) => number | null

/** @returns undefined if a cell does not fit its heading */
const rowOf = (cells: readonly string[], heading: readonly Column[], money: Money): CapturedDebt | undefined => {
  let debt = EMPTY
  for (const [at, cell] of cells.entries()) {
    const column = heading[at]?.column
    if (column === undefined || column === 'description') {
      debt = { ...debt, description: `${debt.description} ${cell}`.trim().slice(0, DESCRIPTION_AT_MOST) }
    } else if (column === 'folio') debt = { ...debt, folio: cell.slice(0, SHORT_AT_MOST) }
    else if (/^[-–—]$/.test(cell)) continue
    else {
      const value = column === 'dateTime' ? (isoDate(cell)?.slice(0, 10) ?? null) : money(cell)
      if (value === null) return undefined
      debt = { ...debt, [column]: value }
    }
  }
  return debt.description === '' ? undefined : debt
}

type Debts = { debts: CapturedDebt[]; labels: Label[]; remarks: string[] }

/** The rows below a heading, up to the total or a line with one cell. */
const tableOf = (lines: Lines, portal: PdfPortal, money: Money): Debts | undefined => {
  const start = lines.findIndex((cells) => headingOf(cells, portal))
  const heading = lines[start] && headingOf(lines[start], portal)
  if (!heading) return undefined
  const found: Debts = { debts: [], labels: heading.flatMap((each) => each?.label ?? []), remarks: [] }
  for (const cells of lines.slice(start + 1)) {
    if (cells.length === 1 || labelOf(cells[0] ?? '', portal.total)) break
    const debt = cells.length === heading.length ? rowOf(cells, heading, money) : undefined
    if (debt) found.debts.push(debt)
    else found.remarks.push(`No se leyó la fila «${cells.join(' ').slice(0, 80)}»: escríbala.`)
  }
  return found
}

/** Debts outside of a table: lines with a debt's label and one amount. */
const singlesOf = (lines: Lines, portal: PdfPortal, money: Money): Debts => {
  const found: Debts = { debts: [], labels: [], remarks: [] }
  for (const cells of lines) {
    const [words = '', amount, ...others] = cells
    const label = portal.debts.find((each) => fold(words).startsWith(fold(each.words)))
    const total = label && amount !== undefined && others.length === 0 ? money(amount) : null
    if (!label || total === null) continue
    const description = words.replace(/:\s*$/, '').slice(0, DESCRIPTION_AT_MOST)
    found.debts.push({ ...EMPTY, description, total })
    found.labels.push(label)
  }
  return found
}

/**
 * @param lines with columns separated by tabs, as files/pdf/read-text.ts returns them
 * @param portal of the document; undefined: unknown, and no label is confirmed
 */
export const fieldsOf = (lines: readonly string[], portal: PdfPortal | undefined, country: Country): PdfFields => {
  const known: PdfPortal = portal ?? { ...ANY_PORTAL, portalKey: '', marks: [] }
  const cells = lines.map(cellsOf)
  const money: Money = country === 'MX' ? mexicanMoney : colombianMoney
  const list = tableOf(cells, known, money) ?? singlesOf(cells, known, money)
  const missing: string[] = []
  const unconfirmed: string[] = []
  const remarks = [...list.remarks]
  const take = <T extends string | number>(
    name: string,
    labels: readonly Label[],
    read: Field<T>['read'],
  ): T | null => {
    const found = readField({ lines: cells, labels, read })
    if (found === 'several') remarks.push(`Hay varios valores de ${name}: escriba el que vale.`)
    if (found === undefined) missing.push(name)
    if (found === undefined || found === 'several') return null
    if (found.label.source === null) unconfirmed.push(name)
    return found.value
  }
  if (list.debts.length === 0) missing.push(localText('adeudos'))
  if (list.debts.length > CAPTURE_DEBTS_AT_MOST)
    remarks.push(localText(`Solo se muestran ${CAPTURE_DEBTS_AT_MOST} adeudos.`))
  if (list.labels.some(({ source }) => source === null)) unconfirmed.push(localText('adeudos'))
  const line = (text: string): string | null => (/\d/.test(text) && text.length <= SHORT_AT_MOST ? text : null)
  return {
    debts: list.debts.slice(0, CAPTURE_DEBTS_AT_MOST),
    paymentLine: take('línea de captura', known.paymentLine, line) ?? '',
    paymentLineDueDate: take('vigencia', known.paymentLineDueDate, (text) => isoDate(text)?.slice(0, 10) ?? null),
    portalTotal: take('total', known.total, money),
    missing,
    remarks: remarks.slice(0, REMARKS_AT_MOST),
    unconfirmed,
  }
}
