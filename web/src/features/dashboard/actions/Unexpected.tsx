// Debts that should not be there: of vehicles that are no longer had, and those marked as paid.
import { assetStatusText } from '@padron/contract/assets'
import { numberText } from '@padron/contract/count-of'
import type { Country } from '@padron/contract/countries'
import type { NextActions } from '@padron/contract/dashboard'
import type { ReactNode } from 'react'
import { rangeText } from '../../../lib/day-words.ts'
import { moneyText } from '../../../lib/money-text.ts'
import { StatusSign } from '../../../ui/StatusSign.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { ActionRows } from './ActionRows.tsx'
import { counted, DEBTS, noGrowing, noStillListed, stakeMoney, stakeText, withoutText } from './action-words.ts'
import { Ago, Debt, Sum, Told, Vehicle } from './Cells.tsx'
import { Group, NoneOf } from './Group.tsx'
import type { GroupProps } from './group-props.ts'
import type { Shown } from './use-shown.ts'

type Growing = NextActions['growing']['first'][number]
type Listed = NextActions['stillListed']['first'][number]

const GROWING = 'Adeudos que crecen en vehículos vendidos, robados o perdidos'
const LISTED = 'Pagados que siguen en la lista'
/** How long a source may take to strike a paid debt out. */
const LATE_HOURS = 72

const growingColumns = (shown: Shown): readonly Column<Growing>[] => [
  { key: 'vehicle', title: 'Vehículo', head: true, cell: (row) => <Vehicle of={row} shown={shown} /> },
  {
    key: 'status',
    title: 'Estatus',
    cell: ({ assetStatusId, since }) => (
      <span className="next-two">
        <span>{assetStatusText(assetStatusId)}</span>
        <small className="muted">
          desde <Ago at={since} shown={shown} />
        </small>
      </span>
    ),
  },
  {
    key: 'since',
    title: 'Desde entonces',
    cell: ({ count, latest }) => (
      <span className="next-two">
        <span>{counted(count, DEBTS, shown.country)}</span>
        <small className="muted">el último, {rangeText(latest, latest, shown.today)}</small>
      </span>
    ),
  },
  { key: 'amount', title: 'Importe', kind: 'money', cell: (row) => <Sum of={row} shown={shown} /> },
]

export const GrowingDebts = ({ actions: { growing }, query, shown }: GroupProps): ReactNode => {
  if (growing.count === 0) return <NoneOf title={GROWING} {...noGrowing(growing, shown)} />
  return (
    <Group
      title={GROWING}
      sign="debt"
      stake={stakeMoney(growing, shown.country)}
      says={[stakeText(growing, DEBTS, shown.country), withoutText(growing.withoutAmount, shown.country)]
        .filter(Boolean)
        .join(' · ')}
      vehicles={growing.vehicles}
      query={query}
      of={{ shown: growing.first.length, total: growing.vehicles }}
    >
      <ActionRows
        caption={GROWING}
        columns={growingColumns(shown)}
        rows={growing.first}
        keyOf={({ vehicleAssetId }) => `${vehicleAssetId}`}
      />
    </Group>
  )
}

/** The source was asked after that, and listed it still. */
const isLate = ({ markedAt, listedAt }: Listed): boolean =>
  Date.parse(listedAt) - Date.parse(markedAt) > LATE_HOURS * 3_600_000

const listedColumns = (shown: Shown): readonly Column<Listed>[] => [
  { key: 'vehicle', title: 'Vehículo', head: true, cell: (row) => <Vehicle of={row} shown={shown} /> },
  { key: 'debt', title: 'Adeudo', cell: (row) => <Debt {...row} /> },
  {
    key: 'marked',
    title: 'Marcado como pagado',
    cell: (row) => (
      <span className="next-two">
        <span>
          <Ago at={row.markedAt} shown={shown} />
          {row.markedBy && ` por ${row.markedBy}`}
        </span>
        {isLate(row) && (
          <small className="next-late gap-6 baseline">
            <StatusSign sign="warning" size={14} />
            la fuente lo sigue cobrando
          </small>
        )}
      </span>
    ),
  },
  {
    key: 'source',
    title: 'Sigue en la lista de',
    cell: ({ source, listedAt }) => <Told source={source} at={listedAt} shown={shown} />,
  },
  { key: 'amount', title: 'Importe', kind: 'money', cell: ({ amount }) => moneyText(amount, shown.country) },
]

const lateText = (late: number, country: Country): string =>
  late > 0 ? `la fuente sigue cobrando ${numberText(late, country)} después de ${LATE_HOURS} horas` : ''

export const StillListed = ({ actions: { stillListed }, query, shown }: GroupProps): ReactNode => {
  if (stillListed.count === 0) return <NoneOf title={LISTED} {...noStillListed(stillListed, shown)} />
  const says = [
    stakeText(stillListed, DEBTS, shown.country),
    lateText(stillListed.late, shown.country),
    withoutText(stillListed.withoutAmount, shown.country),
  ]
  return (
    <Group
      title={LISTED}
      sign={stillListed.late > 0 ? 'warning' : 'unprocessed'}
      stake={stakeMoney(stillListed, shown.country)}
      says={says.filter(Boolean).join(' · ')}
      vehicles={stillListed.vehicles}
      query={query}
      of={{ shown: stillListed.first.length, total: stillListed.count }}
    >
      <ActionRows
        caption={LISTED}
        columns={listedColumns(shown)}
        rows={stillListed.first}
        keyOf={({ vehicleAssetId, folio, description, source, markedAt }) =>
          `${vehicleAssetId} ${folio} ${description} ${source} ${markedAt}`
        }
      />
    </Group>
  )
}
