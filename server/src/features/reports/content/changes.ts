// The changes since the report's last email: debts that appeared, vanished or changed, thefts and other statuses, and
// dates that expire this week; also the sources that gave no answer for the same vehicles.
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import type { ChangeKind } from '@padron/contract/resource-status'
import { statusText, typeName } from '@padron/contract/resources'
import { countOf, vehiclesText } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import { catalogueAddress } from '../../../fleet/console-address.ts'
import type { MailBlock } from '../../../mail/email-content.ts'
import { type ChangeRow, changeSums, type Sum, topChanges } from './changes.queries.ts'
import { changesBook } from './changes-workbook.ts'
import { DUE_COLUMNS, dueRows, dueWithin, THIS_WEEK } from './due-dates.queries.ts'
import { readFreshness } from './freshness.ts'
import type { ReportBody, ReportContext } from './report-context.ts'
import { amountWords, generatedAt, momentAndZone, momentIn, number, tableOf } from './report-texts.ts'
import { isUnread, readUnread, unreadBlocks } from './unread.ts'

const MAX_ROWS = 20

type Section = { title: string; kinds: readonly ChangeKind[]; none: string }
const SECTIONS: readonly Section[] = [
  { title: 'Adeudos nuevos', kinds: ['new', 'returned'], none: 'adeudos nuevos' },
  { title: 'Adeudos pagados', kinds: ['paid'], none: 'adeudos pagados' },
  { title: 'Adeudos que ya no aparecen', kinds: ['vanished'], none: 'adeudos que ya no aparezcan' },
  { title: 'Adeudos que crecieron', kinds: ['grew'], none: 'adeudos que crecieran' },
  { title: 'Adeudos que bajaron', kinds: ['fell'], none: 'adeudos que bajaran' },
  { title: 'Cambios de robo y de estatus', kinds: ['status'], none: 'cambios de robo y de estatus' },
]

type Totals = Omit<Sum, 'kind' | 'first'>
const added = (sums: readonly Sum[]): Totals => ({
  items: sums.reduce((sum, { items }) => sum + items, 0),
  vehicles: sums.reduce((sum, { vehicles }) => sum + vehicles, 0),
  amount: sums.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  withoutAmount: sums.reduce((sum, { withoutAmount }) => sum + withoutAmount, 0),
})
const ofSection = (sums: readonly Sum[], { kinds }: Section) =>
  added(sums.filter(({ kind, first }) => !first && kinds.includes(kind)))

const countAndAmount = ({ items, amount, withoutAmount }: Totals, country: Country): string =>
  `${number(items)}, ${withoutAmount === items ? 'sin importe' : amountWords(amount, withoutAmount, country)}`

const sumWords = (section: Section, sums: readonly Sum[], country: Country): string => {
  const total = ofSection(sums, section)
  return section.kinds.includes('status') ? number(total.items) : countAndAmount(total, country)
}

/** 'uno, dos ni tres' */
const joinWords = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' ni ')

/** How much of the vehicles' data could be read. */
type Read = 'all' | 'part' | 'nothing'
const NONE: Readonly<Record<Read, { changes: string; due: string }>> = {
  all: { changes: 'No hubo', due: 'Nada vence esta semana.' },
  part: { changes: 'En lo que se pudo leer no hubo', due: 'Nada vence esta semana, en lo que se pudo leer.' },
  nothing: {
    changes: 'En lo que se pudo leer no hubo',
    due: 'Se desconoce qué vence esta semana: ninguna fuente ha respondido.',
  },
}

/** Kinds with changes become rows; one line names the kinds without any. */
const factsOf = (sums: readonly Sum[], due: number, country: Country, read: Read): MailBlock[] => {
  const [some, none] = [true, false].map((wanted) =>
    SECTIONS.filter((section) => ofSection(sums, section).items > 0 === wanted),
  ) as [Section[], Section[]]
  const rows = [
    ...some.map((section) => [localText(section.title, country), sumWords(section, sums, country)] as const),
    ...firstWords(sums, country),
    ...(due > 0 ? [['Vence esta semana', number(due)] as const] : []),
  ]
  const nothing = [
    ...(some.length > 0 && none.length > 0
      ? [`${NONE[read].changes} ${joinWords(none.map((section) => localText(section.none, country)))}.`]
      : []),
    ...(due > 0 ? [] : [NONE[read].due]),
  ]
  return [
    ...(rows.length > 0 ? [{ is: 'facts', rows } as const] : []),
    ...(nothing.length > 0 ? [{ is: 'text', text: nothing.join(' '), muted: true } as const] : []),
  ]
}

/** These debts may be old: they became known with the vehicle's first check. */
const FIRST_ANSWER = 'Adeudos conocidos en la primera consulta de un vehículo'

/** The first answer about a vehicle is no change, but its debts must be mentioned. */
const firstWords = (sums: readonly Sum[], country: Country): [string, string][] => {
  const first = added(sums.filter((sum) => sum.first && sum.kind !== 'status'))
  return first.items === 0 ? [] : [[localText(FIRST_ANSWER, country), countAndAmount(first, country)]]
}

const DEBT_COLUMNS = [
  { title: 'Placa' },
  { title: 'Tipo' },
  { title: 'Folio' },
  { title: 'Importe', right: true },
] as const
const STATUS_COLUMNS = [{ title: 'Placa' }, { title: 'Tipo' }, { title: 'Antes' }, { title: 'Ahora' }] as const

const worth = ({ kind, before, after }: ChangeRow, country: Country): string => {
  const amount = kind === 'paid' || kind === 'vanished' ? before : after
  if (amount === null) return 'sin importe'
  const now = money(amount, country)
  return (kind === 'grew' || kind === 'fell') && before !== null ? `${now}\nantes ${money(before, country)}` : now
}
const debtCells = (row: ChangeRow, country: Country): string[] => [
  row.plate,
  typeName(row.typeId, country),
  row.folio ?? row.description ?? '',
  worth(row, country),
]
const statusCells = ({ plate, typeId, statusBefore, statusAfter }: ChangeRow, country: Country): string[] => [
  plate,
  typeName(typeId, country),
  statusBefore === null ? 'Primera respuesta' : statusText(statusBefore),
  statusText(statusAfter ?? -1),
]

const sectionTable = async (context: ReportContext, section: Section, sums: readonly Sum[]): Promise<MailBlock[]> => {
  const { items } = ofSection(sums, section)
  if (items === 0) return []
  const rows = await topChanges(context, section.kinds, MAX_ROWS)
  const status = section.kinds.includes('status')
  return tableOf(
    {
      caption: localText(section.title),
      columns: status ? STATUS_COLUMNS : DEBT_COLUMNS,
      rows: rows.map((row) => (status ? statusCells : debtCells)(row, context.facts.country)),
    },
    items,
  )
}

export const changesBody = async (context: ReportContext): Promise<ReportBody> => {
  const { facts, fleet, viewId, at, since, until } = context
  const sums = await changeSums(context)
  const due = await dueWithin(context, THIS_WEEK, MAX_ROWS)
  const unread = await readUnread(context)
  const { vehicles, neverChecked, oldest } = await readFreshness(context)
  const read = oldest === null ? 'nothing' : isUnread(unread, neverChecked) ? 'part' : 'all'
  const tables: MailBlock[] = []
  for (const section of SECTIONS) tables.push(...(await sectionTable(context, section, sums)))
  const changes = sums.filter(({ first }) => !first).reduce((sum, { items }) => sum + items, 0)
  const period =
    `Del ${momentIn(since, facts.timeZone)} al ${momentAndZone(until, facts.timeZone)}, en ` +
    `${vehiclesText(vehicles)}.`
  return {
    subject: changes === 0 ? 'sin cambios en lo que se pudo leer' : countOf(changes, 'cambio', 'cambios'),
    lines: [
      period,
      ...(changes === 0 ? ['En lo que se pudo leer no hubo cambios.'] : []),
      generatedAt(at, facts.timeZone),
    ],
    blocks: [
      ...factsOf(sums, due.total, facts.country, read),
      ...tables,
      ...tableOf({ caption: 'Vence esta semana', columns: DUE_COLUMNS, rows: dueRows(due.rows, context) }, due.total),
      ...unreadBlocks(unread, context, neverChecked),
    ],
    file: changesBook(context, unread, THIS_WEEK),
    vehicles,
    empty: sums.length === 0 && due.total === 0,
    unread: isUnread(unread, neverChecked),
    path: catalogueAddress(fleet.query, fleet.sort, viewId),
  }
}
