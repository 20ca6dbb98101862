// Discounts of active vehicles' debts that end this week and save money, by the active rules. Only debts that nobody
// marked as paid and whose source gives the day that the rule counts from: the debt's own or its notification's.
import { ACTIVE } from '@padron/contract/assets'
import type { NextActions } from '@padron/contract/dashboard'
import { ACTIONS_LISTED } from '@padron/contract/dashboard/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { debtDay, debtRows } from '../../../fleet/debts.ts'
import { reasonInactive } from '../../../rules/in-force.ts'
import { readWorkingDays, type WorkingDays } from '../../../rules/working-days.ts'
import { readActionBasis } from './basis.ts'
import {
  type ActionScope,
  DEBT_SOURCE,
  type DebtTotals,
  firstOf,
  type InUnits,
  UNITS,
  VEHICLE,
  withUnits,
  ZERO_TOTALS,
} from './common.ts'
import { type Deadline, deadlinesIn } from './deadlines.ts'
import { readPaymentRules, type StoredPaymentRule } from './payment-rules.ts'

type Discounts = NextActions['discounts']

/** Condition: the folded text contains one of the rule's words. */
const hasWord = (words: 'only_words' | 'except_words', text: RawBuilder<unknown>) =>
  sql`exists (select from unnest(${sql.ref(`c.${words}`)}) w where fold(${text}) like '%' || w || '%')`

/**
 * The amount until the deadline, and after it. A source's own discount is already subtracted from its total; otherwise
 * the rule's percentage is subtracted here.
 */
const PAY_NOW = sql`round(case when d.discount > 0 then d.total else (100 - x.percent) / 100.0 * d.total end, 2)`
const PAY_AFTER = sql`
  round(case when d.discount > 0 then greatest((100 - x."percentAfter") / 100.0 * (d.total + d.discount), d.total)
  else (100 - x."percentAfter") / 100.0 * d.total end, 2)`

/**
 * Condition: the debt `d` is of the kind of the rule `c`. Whether a camera recorded it comes from its source, otherwise
 * from the words of its description.
 */
const IS_OF_RULE = sql`
  (c.electronic is null or d.electronic is null or d.electronic = c.electronic)
  and (c.only_words is null or (c.electronic and d.electronic) or ${hasWord('only_words', sql`d.description`)})
  and not (c.except_words is not null and ${hasWord('except_words', sql`d.description || ' ' || r.resource_name`)})`

type DebtScope = Pick<ActionScope, 'tenantId' | 'timeZone'>
type CountsFrom = Deadline['countsFrom']

/**
 * Selects the debts within the windows of the rules that count from this day. `fits`: the rule's discount applies and
 * saves money. Cost: the open debts of the rules' kinds once.
 */
const candidatesBy = (
  countsFrom: CountsFrom,
  { tenantId, timeZone }: DebtScope,
  rules: readonly StoredPaymentRule[],
  all: readonly Deadline[],
) => {
  const deadlines = all.filter((each) => each.countsFrom === countsFrom)
  const days = deadlines.map(({ countedOn }) => countedOn).toSorted()
  const types = [...new Set(rules.filter((each) => each.countsFrom === countsFrom).flatMap(({ typeIds }) => typeIds))]
  // A fine is notified days or months after its own day, so its own day cannot narrow the read.
  const debtFilter = countsFrom === 'debt' ? { types, from: days[0] ?? '', to: days.at(-1) ?? '' } : { types }
  const day = countsFrom === 'debt' ? debtDay(timeZone) : sql`d.notified_on`
  const hasDay = countsFrom === 'debt' ? sql`d.issued_day is not null` : sql`d.notified_on is not null`
  return sql`
    select d.vehicle_id, d.resource_id, d.debt_key, x."ruleKey", x.step, x.deadline, x."otherDeadline",
      ${countsFrom === 'debt' ? sql`null::date` : sql`d.notified_on`} as notified_on,
      p.now as pay_now, p.after as pay_after, p.after - p.now as saving,
      (p.after > p.now or d.total is null) and ${hasDay} and (d.marked_paid_at is null or d.mark_refuted_at is not null)
        and ${IS_OF_RULE} as fits
    from (select d.*, ${day} as day from ${debtRows(tenantId, timeZone, debtFilter)}) d
    join json_to_recordset(${JSON.stringify(deadlines)}::json) as x(
      "ruleKey" text, step int, "countedOn" date, deadline date, "otherDeadline" date, percent int, "percentAfter" int)
      on x."countedOn" = d.day
    cross join lateral (select ${PAY_NOW} as now, ${PAY_AFTER} as after) p
    join payment_rule c on c.rule_key = x."ruleKey" and d.resource_type_id = any(c.type_ids)
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = d.vehicle_id and v.asset_status_id = ${ACTIVE}
      and (c.state_ids is null or v.state_id = any(c.state_ids))
    join resource r on r.resource_id = d.resource_id`
}

const candidates = (scope: DebtScope, rules: readonly StoredPaymentRule[], deadlines: readonly Deadline[]) => {
  const ways = [...new Set(deadlines.map(({ countsFrom }) => countsFrom))]
  return sql.join(
    ways.map((countsFrom) => candidatesBy(countsFrom, scope, rules, deadlines)),
    sql` union all `,
  )
}

/**
 * The discounts that end until a day: a select of (vehicle_id, resource_id, debt_key, deadline, "otherDeadline",
 * saving, fits), of which only those that fit apply.
 * @returns undefined if no rule gives any
 */
export const discountsUntil = async (
  tx: Tx,
  scope: Pick<ActionScope, 'tenantId' | 'country' | 'timeZone' | 'today'>,
  until: string,
): Promise<RawBuilder<unknown> | undefined> => {
  const all = await readPaymentRules(tx, scope.country)
  const rules = all.filter((rule) => rule.kind === 'discount' && reasonInactive(rule, scope.today) === null)
  if (rules.length === 0) return undefined
  const workingDays = await readWorkingDays(tx, scope.country)
  const deadlines = deadlinesIn(rules, { from: scope.today, to: until }, workingDays)
  return deadlines.length > 0 ? candidates(scope, rules, deadlines) : undefined
}

type Sum = DebtTotals & { ruleKey: string | null; step: number | null; all: number }
type Row = { sums: Sum[] } & InUnits<Discounts['first'][number]>

/** The total sums, the sums of each window, and the debts whose discount ends first. */
const statement = (scope: ActionScope, rules: readonly StoredPaymentRule[], deadlines: readonly Deadline[]) => sql<Row>`
  with candidate as materialized (${candidates(scope, rules, deadlines)}),
  sums as (
    select i."ruleKey", i.step, count(*) filter (where i.fits)::int as count,
      count(distinct i.vehicle_id) filter (where i.fits)::int as vehicles,
      coalesce(sum(i.saving) filter (where i.fits), 0) as amount,
      count(*) filter (where i.fits and i.saving is null)::int as "withoutAmount", count(*)::int as "all"
    from candidate i
    group by grouping sets ((i."ruleKey", i.step), (i."ruleKey"), ())),
  soonest as (
    select i.*
    from candidate i
    where i.fits
    order by i.deadline, i.saving desc nulls last, i.vehicle_id, i.resource_id, i.debt_key
    limit ${ACTIONS_LISTED})
  select t.sums, b.*
  from (select jsonb_agg(to_jsonb(s)) as sums from sums s) t
  left join (
    select ${VEHICLE}, i.deadline as day, i."otherDeadline" as "otherDay", i.notified_on as "notifiedOn", d.folio,
      d.description, ${UNITS}, d.total::float8 as total, i.pay_now::float8 as "payNow",
      i.pay_after::float8 as "payLater", i.saving::float8 as saving, case
        when d.discount > 0 then 'source'
        else 'rule' end as "savingBy", i."ruleKey", ${DEBT_SOURCE} as source,
      d.last_seen_at as "toldAt"
    from soonest i
    join debt d on d.tenant_id = ${scope.tenantId} and d.vehicle_id = i.vehicle_id and d.resource_id = i.resource_id
      and d.debt_key = i.debt_key
    join vehicle v on v.tenant_id = ${scope.tenantId} and v.vehicle_id = i.vehicle_id
    join state s on s.state_id = v.state_id
    join resource r on r.resource_id = i.resource_id
    join portal p on p.portal_key = r.portal_key) b on true
  order by b.day, b.saving desc nulls last, b."vehicleAssetId", b.folio`

/** The catalogue filters debts by their own day, so a window counted from notifications has no exact query. */
const windowsOf = (rules: readonly StoredPaymentRule[], deadlines: readonly Deadline[], sums: readonly Sum[]) =>
  [...Map.groupBy(deadlines, ({ ruleKey, step }) => `${ruleKey} ${step}`).values()].flatMap((days) => {
    const { ruleKey = '', step = 0, countedOn: from = '' } = days[0] ?? {}
    const sum = sums.find((each) => each.ruleKey === ruleKey && each.step === step)
    const rule = rules.find((each) => each.ruleKey === ruleKey)
    if (!rule || !sum || sum.vehicles === 0) return []
    const { stateIds: states, typeIds: types, countsFrom } = rule
    const to = days.at(-1)?.countedOn ?? from
    const exact = countsFrom === 'debt' && sum.count === sum.all
    return [{ ruleKey, states, types, countsFrom, from, to, count: sum.count, vehicles: sum.vehicles, exact }]
  })

/** The basis of the vehicles that some rule covers. @returns null if there is no rule */
const basisOf = async (
  tx: Tx,
  { tenantId }: ActionScope,
  rules: readonly StoredPaymentRule[],
): Promise<Discounts['basis']> => {
  if (rules.length === 0) return null
  const states = rules.some(({ stateIds }) => stateIds === null)
    ? null
    : rules.flatMap(({ stateIds }) => stateIds ?? [])
  return readActionBasis(tx, tenantId, { statuses: [ACTIVE], states, types: rules.flatMap(({ typeIds }) => typeIds) })
}

const ofRule = async (
  tx: Tx,
  scope: ActionScope,
  rule: StoredPaymentRule,
  sums: readonly Sum[],
): Promise<Discounts['byRule'][number]> => {
  const { ruleKey } = rule
  const sum = sums.find((each) => each.ruleKey === ruleKey && each.step === null)
  const { count, vehicles, amount, withoutAmount } = sum ?? ZERO_TOTALS
  const basis = count > 0 ? null : await basisOf(tx, scope, [rule])
  return { ruleKey, count, vehicles, amount, withoutAmount, basis }
}

/** @param rules the active ones */
export const readDiscounts = async (
  tx: Tx,
  scope: ActionScope,
  rules: readonly StoredPaymentRule[],
  workingDays: WorkingDays,
): Promise<Discounts> => {
  const week = { from: scope.today, to: scope.weekEnds }
  const deadlines = deadlinesIn(rules, week, workingDays)
  const rows = deadlines.length > 0 ? (await statement(scope, rules, deadlines).execute(tx)).rows : []
  const sums = rows[0]?.sums ?? []
  const { count, vehicles, amount, withoutAmount } = sums.find(({ ruleKey }) => ruleKey === null) ?? ZERO_TOTALS
  const byRule: Discounts['byRule'] = []
  for (const rule of rules) byRule.push(await ofRule(tx, scope, rule, sums))
  const windows = windowsOf(rules, deadlines, sums)
  const basis = count > 0 ? null : await basisOf(tx, scope, rules)
  const first = firstOf<InUnits<Discounts['first'][number]>>(rows).map((row) => withUnits(row, row.total))
  return { count, vehicles, amount, withoutAmount, basis, windows, byRule, first }
}
