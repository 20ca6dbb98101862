// The groups of next actions, the most urgent first: due dates, blocked procedures with the debts that block them, and
// unexpected debts (of vehicles no longer owned, and those marked as paid).
import type { NextActions } from '@padron/contract/dashboard'
import { actionQueries } from '@padron/contract/dashboard/queries'
import { localText } from '@padron/contract/texts/local-text'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { sourceText } from '../../../lib/official-rule-texts.ts'
import { useClock } from '../../../session/use-clock.ts'
import { useUser } from '../../../session/user-context.ts'
import { OtherReading } from '../../../ui/domain/RuleSource.tsx'
import {
  type BlockedRule,
  blockedText,
  blockedTitle,
  DEBTS,
  lateText,
  lineNoun,
  NO_BLOCK_RULES,
  noDiscounts,
  noneOf,
  noPayments,
  noStillListed,
  type Stake,
  stakeText,
  withoutText,
} from './action-texts.ts'
import { BLOCKED_COLUMNS, GROWING_COLUMNS, LISTED_COLUMNS, PAYMENT_COLUMNS } from './columns.tsx'
import { conditionsText, DiscountNote, discountColumns } from './Discounts.tsx'
import { Group, NoneOf } from './Group.tsx'

export const Groups = ({ actions }: { actions: NextActions }) => {
  const { payments, discounts, blocked, growing, stillListed, rules, today, weekEnds } = actions
  const thisWeek = (kinds: string) => ({ kinds, from: today, to: weekEnds })
  const { country } = useUser()
  const context = { country, clock: useClock(), today }
  const queries = actionQueries(actions)
  const without = ({ withoutAmount }: Stake) => withoutText(withoutAmount, country)
  const [discountQuery = null] = queries.discounts

  /** Vehicles that cannot be verified or renewed because of their debts, and the least payment that unblocks them. */
  const blockedGroup = (group: BlockedRule, place: number) => {
    const rule = rules.find(({ ruleKey }) => ruleKey === group.ruleKey)
    return (
      <Group
        key={group.ruleKey}
        title={blockedTitle(group.title)}
        sign="debt"
        group={group}
        details={[blockedText(group, country)]}
        none={noneOf({ none: 'Ninguno', basis: group.basis, empty: 'Ningún vehículo activo está donde rige' }, context)}
        query={queries.blocked[place] ?? null}
        columns={BLOCKED_COLUMNS}
        context={context}
        total={group.vehicles}
        note={
          rule && (
            <p className="next-group__note small measure">
              {rule.says} <span className="muted">Fuente: {sourceText(rule)}.</span>{' '}
              {rule.otherReading && <OtherReading reading={rule.otherReading} />}
            </p>
          )
        }
      />
    )
  }
  return (
    <ul className="next-groups box clip">
      <Group
        title={`${PAY_WORDS[country].lines} que vencen esta semana`}
        pending={thisWeek('payment')}
        sign="warning"
        group={payments}
        details={[stakeText(payments, lineNoun(country), country), without(payments)]}
        none={noPayments(actions, context)}
        query={queries.payments}
        columns={PAYMENT_COLUMNS}
        context={context}
        total={payments.count}
      />
      <Group
        title="Descuentos que terminan esta semana"
        pending={thisWeek('fine,tax,debt')}
        sign="warning"
        group={discounts}
        details={[
          `Ahorro si se pagan a tiempo ${stakeText(discounts, DEBTS, country)}`,
          without(discounts),
          conditionsText(actions),
        ]}
        none={noDiscounts(actions, context)}
        query={discounts.windows.length === 1 ? discountQuery : null}
        columns={discountColumns(rules)}
        context={context}
        total={discounts.count}
        note={<DiscountNote actions={actions} queries={queries.discounts} />}
      />
      {blocked.map(blockedGroup)}
      {/* A country without such rules shows no such group. */}
      {blocked.length === 0 && rules.some(({ kind }) => kind === 'blocks') && (
        <NoneOf title="Bloqueados para verificar o refrendar" none={NO_BLOCK_RULES} />
      )}
      <Group
        title={localText('Adeudos que crecen en vehículos vendidos, robados o perdidos')}
        sign="debt"
        group={growing}
        details={[stakeText(growing, DEBTS, country), without(growing)]}
        none={noneOf(
          { none: 'Ninguno', basis: growing.basis, empty: 'No hay vehículos vendidos, robados ni perdidos' },
          context,
        )}
        query={queries.growing}
        columns={GROWING_COLUMNS}
        context={context}
        total={growing.vehicles}
      />
      <Group
        title="Pagados que la fuente sigue cobrando"
        sign={stillListed.late > 0 ? 'warning' : 'unprocessed'}
        group={stillListed}
        details={[stakeText(stillListed, DEBTS, country), lateText(stillListed.late, country), without(stillListed)]}
        none={noStillListed(stillListed, country)}
        query={queries.stillListed}
        columns={LISTED_COLUMNS}
        context={context}
        total={stillListed.count}
      />
    </ul>
  )
}
