// Payment lines that fall due this week.
import type { NextActions } from '@padron/contract/dashboard'
import type { ReactNode } from 'react'
import { moneyText } from '../../../lib/money-text.ts'
import type { Column } from '../../../ui/table-column.ts'
import { ActionRows } from './ActionRows.tsx'
import { LINES, noPayments, stakeMoney, stakeText, withoutText } from './action-words.ts'
import { Deadline, Told, Vehicle } from './Cells.tsx'
import { Group, NoneOf } from './Group.tsx'
import type { GroupProps } from './group-props.ts'
import type { Shown } from './use-shown.ts'

type Payment = NextActions['payments']['first'][number]

const TITLE = 'Líneas de pago que vencen esta semana'

const paymentColumns = (shown: Shown): readonly Column<Payment>[] => [
  { key: 'vehicle', title: 'Vehículo', head: true, cell: (row) => <Vehicle of={row} shown={shown} /> },
  { key: 'day', title: 'Vence', cell: ({ day }) => <Deadline day={day} today={shown.today} /> },
  {
    key: 'what',
    title: 'Qué se paga',
    cell: ({ title, detail }) => (
      <span className="next-two">
        <span>{title}</span>
        {detail && <small className="muted">{detail}</small>}
      </span>
    ),
  },
  { key: 'source', title: 'Según', cell: ({ source, toldAt }) => <Told source={source} at={toldAt} shown={shown} /> },
  { key: 'amount', title: 'Importe', kind: 'money', cell: ({ amount }) => moneyText(amount, shown.country) },
]

export const Payments = ({ actions, query, shown }: GroupProps): ReactNode => {
  const { payments } = actions
  if (payments.count === 0) return <NoneOf title={TITLE} {...noPayments(actions, shown)} />
  const says = [stakeText(payments, LINES, shown.country), withoutText(payments.withoutAmount, shown.country)]
    .filter(Boolean)
    .join(' · ')
  return (
    <Group
      title={TITLE}
      sign="warning"
      stake={stakeMoney(payments, shown.country)}
      says={says}
      vehicles={payments.vehicles}
      query={query}
      of={{ shown: payments.first.length, total: payments.count }}
    >
      <ActionRows
        caption={TITLE}
        columns={paymentColumns(shown)}
        rows={payments.first}
        keyOf={({ vehicleAssetId, day, title, detail, source }) =>
          `${vehicleAssetId} ${day} ${title} ${detail} ${source}`
        }
      />
    </Group>
  )
}
