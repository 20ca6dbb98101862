// Vehicles that may not be verified or renewed for what they owe, and the least payment that frees them: one group a rule.
import type { FleetQuery } from '@padron/contract/catalogue'
import type { NextActions } from '@padron/contract/dashboard'
import type { ReactNode } from 'react'
import type { Column } from '../../../ui/table-column.ts'
import { ActionRows } from './ActionRows.tsx'
import {
  type BlockedRule,
  blockedText,
  blockedTitle,
  debtsText,
  noBlocked,
  noBlockRules,
  sourceText,
  stakeMoney,
} from './action-words.ts'
import { Sum, Vehicle } from './Cells.tsx'
import { Group, NoneOf } from './Group.tsx'
import type { Shown } from './use-shown.ts'

type Row = BlockedRule['first'][number]

const columns = (shown: Shown): readonly Column<Row>[] => [
  { key: 'vehicle', title: 'Vehículo', head: true, cell: (row) => <Vehicle of={row} shown={shown} {...typeOf(row)} /> },
  {
    key: 'debts',
    title: 'Adeudos que lo impiden',
    cell: ({ debts }) => (
      <ul className="next-debts">
        {debts.map((debt) => (
          <li key={debt.typeId}>{debtsText(debt, shown.country)}</li>
        ))}
      </ul>
    ),
  },
  { key: 'sum', title: 'Para liberarlo', kind: 'money', cell: (row) => <Sum of={row} shown={shown} /> },
]
/** Its panel opens at the first of the debts. */
const typeOf = ({ debts: [first] }: Row) => (first ? { typeId: first.typeId } : {})

type OneProps = { one: BlockedRule; actions: NextActions; query: FleetQuery | null; shown: Shown }

const One = ({ one, actions, query, shown }: OneProps): ReactNode => {
  const title = blockedTitle(one.title)
  if (one.vehicles === 0) return <NoneOf title={title} {...noBlocked(one, shown)} />
  const rule = actions.rules.find(({ ruleKey }) => ruleKey === one.ruleKey)
  return (
    <Group
      title={title}
      sign="debt"
      stake={stakeMoney(one, shown.country)}
      says={blockedText(one, shown.country)}
      vehicles={one.vehicles}
      query={query}
      of={{ shown: one.first.length, total: one.vehicles }}
      note={
        rule && (
          <p className="next-group__note small measure">
            {rule.says} <span className="muted">Fuente: {sourceText(rule)}.</span>
          </p>
        )
      }
    >
      <ActionRows
        caption={title}
        columns={columns(shown)}
        rows={one.first}
        keyOf={({ vehicleAssetId }) => `${vehicleAssetId}`}
      />
    </Group>
  )
}

type Props = { actions: NextActions; queries: readonly FleetQuery[]; shown: Shown }

export const Blocked = ({ actions, queries, shown }: Props): ReactNode => {
  // A country without such rules has nothing to be told about.
  if (!actions.rules.some(({ kind }) => kind === 'blocks')) return null
  if (actions.blocked.length === 0) return <NoneOf title="Bloqueados para verificar o refrendar" {...noBlockRules()} />
  return actions.blocked.map((one, place) => (
    <One key={one.ruleKey} one={one} actions={actions} query={queries[place] ?? null} shown={shown} />
  ))
}
