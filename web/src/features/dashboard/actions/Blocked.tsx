// Vehicles that may not be verified or renewed for what they owe, and the least payment that frees them: one group a rule.
import type { FleetQuery } from '@padron/contract/catalogue'
import type { ReactNode } from 'react'
import type { Column } from '../../../ui/table-column.ts'
import {
  type BlockedRule,
  blockedText,
  blockedTitle,
  debtsText,
  NO_BLOCK_RULES,
  noneOf,
  sourceText,
} from './action-words.ts'
import { type RowContext, SUM, VEHICLE } from './Cells.tsx'
import { Group, type GroupProps, NoneOf } from './Group.tsx'

const COLUMNS: readonly Column<BlockedRule['first'][number], RowContext>[] = [
  VEHICLE,
  {
    key: 'debts',
    title: 'Adeudos que lo impiden',
    cell: ({ debts }, { country }) => (
      <ul className="next-debts">
        {debts.map((debt) => (
          <li key={debt.typeId}>{debtsText(debt, country)}</li>
        ))}
      </ul>
    ),
  },
  { ...SUM, title: 'Para liberarlo' },
]

type Props = Omit<GroupProps, 'query'> & { queries: readonly FleetQuery[] }

export const Blocked = ({ actions: { blocked, rules }, queries, context }: Props): ReactNode => {
  // A country without such rules has nothing to be told about.
  if (!rules.some(({ kind }) => kind === 'blocks')) return null
  if (blocked.length === 0) return <NoneOf title="Bloqueados para verificar o refrendar" none={NO_BLOCK_RULES} />
  return blocked.map((group, place) => {
    const rule = rules.find(({ ruleKey }) => ruleKey === group.ruleKey)
    return (
      <Group
        key={group.ruleKey}
        title={blockedTitle(group.title)}
        sign="debt"
        group={group}
        says={[blockedText(group, context.country)]}
        none={noneOf({ none: 'Ninguno', basis: group.basis, empty: 'Ningún vehículo activo está donde rige' }, context)}
        query={queries[place] ?? null}
        columns={COLUMNS}
        context={context}
        total={group.vehicles}
        note={
          rule && (
            <p className="next-group__note small measure">
              {rule.says} <span className="muted">Fuente: {sourceText(rule)}.</span>
            </p>
          )
        }
      />
    )
  })
}
