// Discounts that end this week: what is saved by paying now, and which rule says so.
import type { FleetQuery } from '@padron/contract/catalogue'
import type { NextActions, PaymentRule } from '@padron/contract/dashboard'
import { type ReactNode, useId } from 'react'
import { dateText, dayText } from '../../../lib/day-words.ts'
import { moneyText } from '../../../lib/money-text.ts'
import { Tip } from '../../../ui/Tip.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { ActionRows } from './ActionRows.tsx'
import {
  conditionsOf,
  DEBTS,
  noDiscounts,
  otherReadingText,
  sourceText,
  stakeMoney,
  stakeText,
  windowText,
  withoutText,
} from './action-words.ts'
import { Deadline, Debt, Told, Vehicle } from './Cells.tsx'
import { Group, NoneOf } from './Group.tsx'
import { SeeInCatalogue } from './SeeInCatalogue.tsx'
import type { Shown } from './use-shown.ts'

type Discount = NextActions['discounts']['first'][number]

const TITLE = 'Descuentos que terminan esta semana'

type GroundsProps = { rule: PaymentRule | undefined; by: Discount['savingBy'] }

/** Where the saving comes from: a rule tells what it says and who published it. */
const Grounds = ({ rule, by }: GroundsProps): ReactNode => {
  const id = useId()
  const words = by === 'source' ? 'según la fuente' : 'según la regla'
  if (!rule) return <small className="muted">{words}</small>
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
      <button type="button" className="link-button" aria-describedby={id}>
        {words}
      </button>
    </Tip>
  )
}

type RowProps = { row: Discount; today: string }

/** Where sources count the days otherwise, both ends: the sooner is the one that all of them keep. */
const Ends = ({ row: { day, otherDay }, today }: RowProps): ReactNode => {
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

const NotifiedDebt = ({ row, today }: RowProps): ReactNode => (
  <>
    <Debt {...row} />
    {row.notifiedOn && <small className="muted">Notificado el {dateText(row.notifiedOn, today)}</small>}
  </>
)

const discountColumns = (shown: Shown, rules: readonly PaymentRule[]): readonly Column<Discount>[] => [
  { key: 'vehicle', title: 'Vehículo', head: true, cell: (row) => <Vehicle of={row} shown={shown} /> },
  { key: 'ends', title: 'Termina', cell: (row) => <Ends row={row} today={shown.today} /> },
  { key: 'debt', title: 'Adeudo', cell: (row) => <NotifiedDebt row={row} today={shown.today} /> },
  { key: 'source', title: 'Según', cell: ({ source, toldAt }) => <Told source={source} at={toldAt} shown={shown} /> },
  { key: 'now', title: 'Hoy se paga', kind: 'money', cell: ({ payNow }) => moneyText(payNow, shown.country) },
  { key: 'later', title: 'Después', kind: 'money', cell: ({ payLater }) => moneyText(payLater, shown.country) },
  {
    key: 'saving',
    title: 'Ahorro',
    kind: 'money',
    cell: ({ saving, savingBy, ruleKey }) => (
      <span className="next-two">
        <strong>{moneyText(saving, shown.country)}</strong>
        <Grounds rule={rules.find((rule) => rule.ruleKey === ruleKey)} by={savingBy} />
      </span>
    ),
  },
]

type Queries = readonly (FleetQuery | null)[]
type LinksProps = { actions: NextActions; queries: Queries }

/** Which debts they are, by the rule's days, each with its vehicles where the catalogue finds just these. */
const Windows = ({ actions: { discounts, rules, today }, queries }: LinksProps): ReactNode => (
  <ul className="next-windows small">
    {discounts.windows.map((window, place) => {
      const title = rules.find(({ ruleKey }) => ruleKey === window.ruleKey)?.title ?? 'Descuento'
      const words = `${title}: ${windowText(window, today)}`
      return (
        <li className="row-wrap" key={words}>
          <span>{words}</span>
          <SeeInCatalogue query={queries[place] ?? null} vehicles={window.vehicles} title={words} />
        </li>
      )
    })}
  </ul>
)

const conditionsText = (rules: readonly PaymentRule[]): string =>
  rules.length > 1 ? 'con las condiciones de cada regla' : (rules[0]?.says ?? '')

/** Which rules these are, with what they ask for, and where there are several days of them, which. */
const Conditions = ({ actions, queries }: LinksProps): ReactNode => (
  <>
    {conditionsOf(actions).map((rule) => (
      <p key={rule.ruleKey} className="next-group__note small measure">
        {rule.title}: {rule.says}{' '}
        <span className="muted">
          Fuente: {sourceText(rule)}. {otherReadingText(rule)}
        </span>
      </p>
    ))}
    {actions.discounts.windows.length > 1 && <Windows actions={actions} queries={queries} />}
  </>
)

type Props = LinksProps & { shown: Shown }

export const Discounts = ({ actions, queries, shown }: Props): ReactNode => {
  const { discounts, rules } = actions
  const { country } = shown
  if (discounts.count === 0) return <NoneOf title={TITLE} {...noDiscounts(actions, shown)} />
  const says = [
    `Ahorro si se pagan a tiempo ${stakeText(discounts, DEBTS, country)}`,
    withoutText(discounts.withoutAmount, country),
    conditionsText(conditionsOf(actions)),
  ]
  return (
    <Group
      title={TITLE}
      sign="warning"
      stake={stakeMoney(discounts, country)}
      says={says.filter(Boolean).join(' · ')}
      vehicles={discounts.vehicles}
      query={discounts.windows.length === 1 ? (queries[0] ?? null) : null}
      note={<Conditions actions={actions} queries={queries} />}
      of={{ shown: discounts.first.length, total: discounts.count }}
    >
      <ActionRows
        caption={TITLE}
        columns={discountColumns(shown, rules)}
        rows={discounts.first}
        keyOf={({ vehicleAssetId, day, folio, description, ruleKey }) =>
          `${vehicleAssetId} ${day} ${folio} ${description} ${ruleKey}`
        }
      />
    </Group>
  )
}
