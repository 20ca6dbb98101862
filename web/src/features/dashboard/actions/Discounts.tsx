// The discounts that end this week: the saving, and the rule that it follows from.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { NextActions, PaymentRule } from '@padron/contract/dashboard'
import { localText } from '@padron/contract/texts/local-text'
import { useId } from 'react'
import { dateText, dayText } from '../../../lib/day-texts.ts'
import { moneyText } from '../../../lib/money-text.ts'
import { otherReadingText, sourceText } from '../../../lib/official-rule-texts.ts'
import { useUser } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { OtherReading } from '../../../ui/domain/RuleSource.tsx'
import { Tip } from '../../../ui/overlay/Tip.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { conditionsOf, windowText } from './action-texts.ts'
import { Deadline, Debt, type RowContext, Source, VEHICLE } from './columns.tsx'
import { SeeInCatalogue } from './Group.tsx'

type Discount = NextActions['discounts']['first'][number]

/** The origin of the saving: the rule’s text and its publisher. */
const Grounds = ({ rule, by }: { rule: PaymentRule | undefined; by: Discount['savingBy'] }) => {
  const id = useId()
  const words = by === 'source' ? 'según la fuente' : 'según la regla'
  if (!rule) return <small className="tiny muted">{words}</small>
  const tip = (
    <>
      <strong>{rule.title}</strong>
      <br />
      {rule.says}
      <br />
      <span className="muted">Fuente: {sourceText(rule)}</span>
      {rule.otherReading && (
        <>
          <br />
          <span className="muted">{otherReadingText(rule)}</span>
        </>
      )}
    </>
  )
  return (
    <Tip id={id} tip={tip} className="next-grounds tiny">
      <Button kind="link" label={words} aria-describedby={id} />
    </Tip>
  )
}

/** Sources may count the days differently: shows both ends; the earlier one is accepted by all of them. */
const Ends = ({ day, otherDay, today }: Pick<Discount, 'day' | 'otherDay'> & { today: string }) => {
  if (otherDay === null || otherDay === day) return <Deadline day={day} today={today} />
  const isOver = day < today
  return (
    <>
      <Deadline day={isOver ? otherDay : day} today={today} />
      <small className="muted">
        {isOver
          ? `Según otra fuente; el plazo seguro terminó el ${dateText(day, today)}`
          : `Plazo seguro; según otra fuente, ${dayText(otherDay, today)}`}
      </small>
    </>
  )
}

export const discountColumns = (rules: readonly PaymentRule[]): readonly Column<Discount, RowContext>[] => [
  VEHICLE,
  { key: 'ends', title: 'Termina', cell: (row, { today }) => <Ends {...row} today={today} /> },
  {
    key: 'debt',
    title: localText('Adeudo'),
    cell: (row, { today }) => (
      <>
        <Debt {...row} />
        {row.notifiedOn && <small className="muted">Notificado el {dateText(row.notifiedOn, today)}</small>}
      </>
    ),
  },
  { key: 'source', title: 'Según', cell: ({ source, toldAt }) => <Source source={source} at={toldAt} /> },
  { key: 'now', title: 'Hoy se paga', kind: 'money', cell: ({ payNow }, { country }) => moneyText(payNow, country) },
  { key: 'later', title: 'Después', kind: 'money', cell: ({ payLater }, { country }) => moneyText(payLater, country) },
  {
    key: 'saving',
    title: 'Ahorro',
    kind: 'money',
    cell: ({ saving, savingBy, ruleKey }, { country }) => (
      <span className="next-two stack justify-start break">
        <strong>{moneyText(saving, country)}</strong>
        <Grounds rule={rules.find((rule) => rule.ruleKey === ruleKey)} by={savingBy} />
      </span>
    ),
  },
]

type NoteProps = { actions: NextActions; queries: readonly (FleetQuery | null)[] }

/** The debts by the rule's days, each with its vehicles if the catalogue can filter exactly these. */
const Windows = ({ actions: { discounts, rules, today }, queries }: NoteProps) => {
  const { country } = useUser()
  return (
    <ul className="next-windows small">
      {discounts.windows.map((window, place) => {
        const title = rules.find(({ ruleKey }) => ruleKey === window.ruleKey)?.title ?? 'Descuento'
        const words = `${title}: ${windowText(window, today, country)}`
        return (
          <li className="row-wrap" key={words}>
            <span>{words}</span>
            <SeeInCatalogue query={queries[place] ?? null} vehicles={window.vehicles} title={words} />
          </li>
        )
      })}
    </ul>
  )
}

/** The rules with their conditions; if a rule has several days, which. */
export const DiscountNote = ({ actions, queries }: NoteProps) => (
  <>
    {conditionsOf(actions).map((rule) => (
      <p key={rule.ruleKey} className="next-group__note small measure">
        {rule.title}: {rule.says}{' '}
        <span className="muted">
          Fuente: {sourceText(rule)}. {rule.otherReading && <OtherReading reading={rule.otherReading} />}
        </span>
      </p>
    ))}
    {actions.discounts.windows.length > 1 && <Windows actions={actions} queries={queries} />}
  </>
)

export const conditionsText = (actions: NextActions): string => {
  const [first, ...others] = conditionsOf(actions)
  return others.length > 0 ? 'con las condiciones de cada regla' : (first?.says ?? '')
}
