// The sheet «Adeudos» and its columns. Expired payment lines are left out, because they can no longer be paid.
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { typeName } from '@padron/contract/resources'
import { numericDay } from '@padron/contract/texts/day-texts'
import { localText } from '@padron/contract/texts/local-text'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { dayIn, wallClock } from '../../files/wall-clock.ts'
import type { Cell, CellKind, Sheet } from '../../files/xlsx/write/writer.ts'
import type { CompanyFacts } from '../company.ts'
import type { DebtLine } from './debt-lines.ts'

type Context = { country: Country; timeZone: string; today: string }
type DebtColumn = { title: string; kind: CellKind; width: number; value: (line: DebtLine, context: Context) => Cell }

/** Null if the text is not a valid day; a time of day is left out. */
const dayCell = (text: string | null): Date | null => {
  const day = /^\d{4}-\d\d-\d\d(?=$|T)/.exec(text ?? '')?.[0]
  const date = day ? new Date(`${day}T00:00:00Z`) : undefined
  return date?.toJSON()?.slice(0, 10) === day && date ? date : null
}
const otherText = (text: string | null): string | null => (dayCell(text) ? null : text)

const isOver = ({ paymentLine, payableUntil }: DebtLine, today: string): boolean =>
  paymentLine !== null && payableUntil !== null && dayCell(payableUntil) !== null && payableUntil < today
const lineState = (line: DebtLine, today: string): string | null => {
  if (line.paymentLine === null) return null
  if (dayCell(line.payableUntil) === null) return 'Sin fecha'
  return isOver(line, today) ? `Vencida el ${numericDay(line.payableUntil ?? '')}` : 'Vigente'
}

const column = (title: string, kind: CellKind, width: number, value: DebtColumn['value']): DebtColumn => ({
  title,
  kind,
  width,
  value,
})

const columnsOf = (country: Country): readonly DebtColumn[] => [
  column('Placa', 'text', 12, ({ source }) => source.plate),
  column('VIN', 'text', 21, ({ source }) => source.vin),
  column('Identificador', 'text', 16, ({ source }) => source.customId),
  column(COUNTRIES[country].state, 'text', 20, ({ source }) => source.stateName),
  column(localText('Tipo de adeudo', country), 'text', 20, ({ source }) => typeName(source.typeId, country)),
  column('Fuente', 'text', 34, ({ source }) => source.resourceName),
  column('Folio', 'text', 20, ({ folio }) => folio),
  column('Concepto', 'text', 44, ({ concept }) => concept),
  column('Fecha', 'day', 12, ({ issued }) => dayCell(issued)),
  column('Fecha según la fuente', 'text', 16, ({ issued }) => otherText(issued)),
  column(`Importe (${COUNTRIES[country].currency})`, 'money', 16, ({ subTotal }) => subTotal),
  column(`Descuento (${COUNTRIES[country].currency})`, 'money', 18, ({ discount }) => discount),
  column(`Recargo (${COUNTRIES[country].currency})`, 'money', 16, ({ surcharge }) => surcharge),
  column(`Total (${COUNTRIES[country].currency})`, 'money', 16, ({ total }) => total),
  column(PAY_WORDS[country].line, 'text', 30, (line, { today }) => (isOver(line, today) ? null : line.paymentLine)),
  column('Pagar a más tardar', 'day', 14, (line, { today }) =>
    isOver(line, today) ? null : dayCell(line.payableUntil),
  ),
  column('Vigencia de la línea', 'text', 22, (line, { today }) => lineState(line, today)),
  column('Visto desde', 'day', 12, ({ firstSeen }, { timeZone }) =>
    firstSeen ? dayCell(dayIn(firstSeen, timeZone)) : null,
  ),
  column('Consultado el', 'moment', 17, ({ source }, { timeZone }) => wallClock(source.goodAt, timeZone)),
  column('Nota', 'text', 50, ({ notes }) => notes.join('; ')),
  // The last column: programs that read the sheet by position still find the others.
  column(localText('Id del adeudo', country), 'text', 30, ({ debtId }) => debtId),
]

/** @param at the time that decides which payment lines have expired @param lines are read while the sheet is written */
export const debtsSheet = ({ country, timeZone }: CompanyFacts, at: Date, lines: AsyncIterable<DebtLine>): Sheet => {
  const columns = columnsOf(country)
  const context = { country, timeZone, today: dayIn(at.toISOString(), timeZone) }
  async function* rows() {
    for await (const line of lines) yield columns.map(({ value }) => value(line, context))
  }
  return { name: localText('Adeudos', country), columns, rows: rows() }
}
