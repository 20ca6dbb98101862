// Payment lines that fall due this week, and debts that should not be there: of vehicles that are no longer owned, and
// those marked as paid.
import { assetStatusText } from '@padron/contract/assets'
import { countOf, numberText } from '@padron/contract/count-of'
import type { Country } from '@padron/contract/countries'
import type { NextActions } from '@padron/contract/dashboard'
import type { ReactNode } from 'react'
import { rangeText } from '../../../lib/day-words.ts'
import type { Column } from '../../../ui/table-column.ts'
import { DEBTS, LINES, noneOf, noPayments, noStillListed, stakeText, withoutText } from './action-words.ts'
import { Ago, AMOUNT, Deadline, Debt, type RowContext, Source, SUM, TwoLines, VEHICLE } from './Cells.tsx'
import { Group, type GroupProps } from './Group.tsx'

const PAYMENT_COLUMNS: readonly Column<NextActions['payments']['first'][number], RowContext>[] = [
  VEHICLE,
  { key: 'day', title: 'Vence', cell: ({ day }, { today }) => <Deadline day={day} today={today} /> },
  { key: 'what', title: 'Qué se paga', cell: ({ title, detail }) => <TwoLines under={detail}>{title}</TwoLines> },
  { key: 'source', title: 'Según', cell: ({ source, toldAt }) => <Source source={source} at={toldAt} /> },
  AMOUNT,
]

export const Payments = ({ actions, query, context }: GroupProps): ReactNode => {
  const { payments } = actions
  const { country } = context
  return (
    <Group
      title="Líneas de pago que vencen esta semana"
      sign="warning"
      group={payments}
      says={[stakeText(payments, LINES, country), withoutText(payments.withoutAmount, country)]}
      none={noPayments(actions, context)}
      query={query}
      columns={PAYMENT_COLUMNS}
      context={context}
      total={payments.count}
    />
  )
}

const GROWING_COLUMNS: readonly Column<NextActions['growing']['first'][number], RowContext>[] = [
  VEHICLE,
  {
    key: 'status',
    title: 'Estatus',
    cell: ({ assetStatusId, since }) => (
      <TwoLines
        under={
          <>
            desde <Ago at={since} />
          </>
        }
      >
        {assetStatusText(assetStatusId)}
      </TwoLines>
    ),
  },
  {
    key: 'since',
    title: 'Desde entonces',
    cell: ({ count, latest }, { country, today }) => (
      <TwoLines under={`el último, ${rangeText(latest, latest, today)}`}>{countOf(count, ...DEBTS, country)}</TwoLines>
    ),
  },
  SUM,
]

const NONE_GONE = 'No hay vehículos vendidos, robados ni perdidos'

export const GrowingDebts = ({ actions: { growing }, query, context }: GroupProps): ReactNode => {
  const { country } = context
  return (
    <Group
      title="Adeudos que crecen en vehículos vendidos, robados o perdidos"
      sign="debt"
      group={growing}
      says={[stakeText(growing, DEBTS, country), withoutText(growing.withoutAmount, country)]}
      none={noneOf({ none: 'Ninguno', basis: growing.basis, empty: NONE_GONE }, context)}
      query={query}
      columns={GROWING_COLUMNS}
      context={context}
      total={growing.vehicles}
    />
  )
}

type Listed = NextActions['stillListed']['first'][number]

/** How long a source may take to strike a paid debt out. */
const LATE_HOURS = 72

/** The source was asked after that, and listed it still. */
const isLate = ({ markedAt, listedAt }: Listed): boolean =>
  Date.parse(listedAt) - Date.parse(markedAt) > LATE_HOURS * 3_600_000

const LISTED_COLUMNS: readonly Column<Listed, RowContext>[] = [
  VEHICLE,
  { key: 'debt', title: 'Adeudo', cell: (row) => <Debt {...row} /> },
  {
    key: 'marked',
    title: 'Marcado como pagado',
    cell: (row) => (
      <TwoLines under={isLate(row) && 'la fuente lo sigue cobrando'} isLate>
        <Ago at={row.markedAt} />
        {row.markedBy && ` por ${row.markedBy}`}
      </TwoLines>
    ),
  },
  {
    key: 'source',
    title: 'Sigue en la lista de',
    cell: ({ source, listedAt }) => <Source source={source} at={listedAt} />,
  },
  AMOUNT,
]

const lateText = (late: number, country: Country): string =>
  late > 0 ? `la fuente sigue cobrando ${numberText(late, country)} después de ${LATE_HOURS} horas` : ''

export const StillListed = ({ actions: { stillListed }, query, context }: GroupProps): ReactNode => {
  const { late, withoutAmount, count } = stillListed
  const { country } = context
  return (
    <Group
      title="Pagados que siguen en la lista"
      sign={late > 0 ? 'warning' : 'unprocessed'}
      group={stillListed}
      says={[stakeText(stillListed, DEBTS, country), lateText(late, country), withoutText(withoutAmount, country)]}
      none={noStillListed(stillListed, country)}
      query={query}
      columns={LISTED_COLUMNS}
      context={context}
      total={count}
    />
  )
}
