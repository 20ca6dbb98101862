// The debts report: totals, the largest debtors, what is not known, and a workbook with a row per debt.
import type { Country } from '@padron/contract/places/countries'
import { typeName } from '@padron/contract/resources'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { type CountVerdict, countVerdict } from '@padron/contract/texts/count-verdict'
import { localText } from '@padron/contract/texts/local-text'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { unknownWords } from '@padron/contract/texts/unknown-debts-text'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { catalogueAddress } from '../../../fleet/console-address.ts'
import { type FleetDebt, fleetDebt } from '../../../fleet/debt-totals.ts'
import { BY_MACHINE, MISSING, MONEY } from '../../../fleet/unknown-debts.ts'
import { whereOf } from '../../../fleet/where.ts'
import type { MailBlock } from '../../../mail/email-content.ts'
import { DUE_COLUMNS, dueRows, dueWithin, THIS_WEEK } from './due-dates.queries.ts'
import { fleetBook } from './fleet-workbook.ts'
import { freshnessBlocks, readFreshness } from './freshness.ts'
import type { ReportBody, ReportContext } from './report-context.ts'
import { amountLines, amountWords, generatedAt, number, tableOf } from './report-texts.ts'

type DebtOfType = { typeId: number; vehicles: number; total: number | null; withoutAmount: number }

/** Cost: the checks of the filter's vehicles that found a debt. */
export const debtByType = async (tx: Tx, where: RawBuilder<unknown>, tenantId: number): Promise<DebtOfType[]> => {
  const { rows } = await sql<DebtOfType>`
    select f.resource_type_id as "typeId", count(distinct f.vehicle_id)::int as vehicles,
      sum(f.debt_total)::float8 as total, sum(f.debt_without_amount)::int as "withoutAmount"
    from vehicle_resource f
    where f.tenant_id = ${tenantId} and ${MONEY} and (f.debt_total > 0 or f.debt_without_amount > 0)
      and f.vehicle_id in (select v.vehicle_id from vehicle v where ${where})
    group by 1
    order by 3 desc nulls last, 1`.execute(tx)
  return rows
}

type Owing = { plate: string; stateName: string; total: number | null; withoutAmount: number; unknown: boolean }

/** The largest debtors, in order. Cost: the filter's vehicles once, and the checks of the returned ones. */
const debtors = async (tx: Tx, where: RawBuilder<unknown>, tenantId: number, atMost: number): Promise<Owing[]> => {
  const { rows } = await sql<Owing>`
    with most as (select v.vehicle_id, v.plate, v.state_id, v.debt_total, v.debt_without_amount from vehicle v
      where ${where} and (v.debt_total > 0 or v.debt_without_amount > 0)
      order by v.debt_total desc nulls last, v.debt_without_amount desc, v.plate, v.vehicle_id
      limit ${atMost})
    select t.plate, s.state_name as "stateName", t.debt_total::float8 as total,
      t.debt_without_amount as "withoutAmount",
      exists (select from vehicle_resource f join ${BY_MACHINE} m on m.resource_id = f.resource_id
        where f.tenant_id = ${tenantId} and f.vehicle_id = t.vehicle_id and ${MONEY} and ${MISSING}) as unknown
    from most t
    join state s on s.state_id = t.state_id
    order by t.debt_total desc nulls last, t.debt_without_amount desc, t.plate, t.vehicle_id`.execute(tx)
  return rows
}

const MAX_DEBTORS = 15
const MAX_DUE = 15
const UNKNOWN = 'Con datos incompletos'
const NO_DATA = 'Sin datos'

/** Says "none" only if all debts are known. The first line of the email explains missing and outdated answers. */
const unknownRows = (debt: FleetDebt, incomplete: number): (readonly [string, string])[] => {
  if (debt.unknown > 0) return [[UNKNOWN, `${vehiclesText(debt.unknown)}; ${localText('el adeudo puede ser mayor')}`]]
  return incomplete > 0 ? [] : [[UNKNOWN, 'Ninguno']]
}

/** `incomplete`: vehicles with some kind of debt that has no currently valid answer, from a source or a person. */
type Known = { incomplete: number; verdict: CountVerdict }

/**
 * If any source answered, something is known, even if no vehicle is fully known. A fleet that may owe is not clear.
 */
const verdictOf = (
  { indebted, possible, vehicles }: FleetDebt,
  incomplete: number,
  oldest: string | null,
): CountVerdict => {
  const verdict = countVerdict(indebted, { known: vehicles - incomplete, total: vehicles })
  if (verdict === 'clear' && possible > 0) return 'partial'
  return verdict === 'unknown' && oldest !== null ? 'partial' : verdict
}

/** Amount and vehicles. If nothing was ever answered, neither is zero. */
const sums = (
  { total, withoutAmount, indebted, vehicles }: FleetDebt,
  { verdict }: Known,
  country: Country,
): readonly [string, string] => {
  if (verdict === 'unknown') return [NO_DATA, NO_DATA]
  if (verdict === 'partial') return ['Ninguno en lo que se sabe', `Ninguno conocido, de ${number(vehicles)}`]
  return [amountWords(total, withoutAmount, country), `${number(indebted)} de ${number(vehicles)}`]
}

const factsOf = (debt: FleetDebt, known: Known, { facts: { country } }: ReportContext): MailBlock => {
  const [amount, vehicles] = sums(debt, known, country)
  return {
    is: 'facts',
    rows: [
      [localText('Adeudo conocido', country), amount],
      [localText('Vehículos con adeudos', country), vehicles],
      ...(debt.possible > 0 ? [['Con posible adeudo de tenencia', vehiclesText(debt.possible)] as const] : []),
      ...unknownRows(debt, known.incomplete),
    ],
  }
}

const byTypeTable = (rows: readonly DebtOfType[], { facts: { country } }: ReportContext): MailBlock[] =>
  tableOf({
    caption: 'Por tipo',
    columns: [
      { title: 'Tipo' },
      { title: 'Vehículos', right: true },
      { title: localText('Adeudo', country), right: true },
    ],
    rows: rows.map(({ typeId, vehicles, total, withoutAmount }) => [
      typeName(typeId, country),
      number(vehicles),
      amountLines(total, withoutAmount, country),
    ]),
  })

const debtorsTable = (rows: readonly Owing[], indebted: number, { facts: { country } }: ReportContext): MailBlock[] =>
  tableOf(
    {
      caption: 'Los que más deben',
      columns: [{ title: 'Placa' }, { title: 'Estado' }, { title: localText('Adeudo', country), right: true }],
      rows: rows.map(({ plate, stateName, total, withoutAmount, unknown }) => [
        plate,
        stateName,
        amountLines(total, withoutAmount, country) + (unknown ? '\npuede deber más' : ''),
      ]),
    },
    indebted,
  )

/** @param incomplete see `Known` */
const firstLine = (debt: FleetDebt, incomplete: number, { facts: { country } }: ReportContext): string => {
  const { total, withoutAmount, indebted, possible } = debt
  const amount = amountWords(total, withoutAmount, country)
  const known =
    indebted > 0
      ? `${vehiclesText(indebted)} ${localText('con adeudos', country)} por ${amount}`
      : localText('Sin adeudos conocidos', country)
  const words = unknownWords(debt)
  if (words) return `${known}. ${words}.`
  if (incomplete > 0) return `${known}; de ${vehiclesText(incomplete)} el dato es antiguo.`
  if (indebted === 0 && possible > 0)
    return `${known}; ${vehiclesText(possible)} ${possible === 1 ? 'puede' : 'pueden'} deber tenencia.`
  return indebted > 0 ? `${known}.` : localText('Ningún vehículo tiene adeudos.', country)
}

const subjectOf = (debt: FleetDebt, { verdict }: Known, { facts: { country } }: ReportContext): string => {
  if (verdict === 'found') return amountWords(debt.total, debt.withoutAmount, country)
  if (verdict === 'unknown') return NO_DATA.toLowerCase()
  return localText(verdict === 'partial' ? 'sin adeudos conocidos' : 'sin adeudos', country)
}

export const debtsBody = async (context: ReportContext): Promise<ReportBody> => {
  const { tx, facts, fleet, viewId, at } = context
  const where = whereOf(fleet.query, facts)
  const debt = await fleetDebt(tx, where, facts.tenantId)
  const types = await debtByType(tx, where, facts.tenantId)
  const most = await debtors(tx, where, facts.tenantId, MAX_DEBTORS)
  const freshness = await readFreshness(context, MONEY)
  const incomplete = Math.max(freshness.incomplete, debt.unknown)
  const known = { incomplete, verdict: verdictOf(debt, incomplete, freshness.oldest) }
  const due = await dueWithin(context, { kinds: ['payment'], ...THIS_WEEK }, MAX_DUE)
  return {
    subject: subjectOf(debt, known, context),
    lines: [firstLine(debt, incomplete, context), generatedAt(at, facts.timeZone)],
    blocks: [
      factsOf(debt, known, context),
      ...byTypeTable(types, context),
      ...debtorsTable(most, debt.indebted, context),
      ...tableOf(
        {
          caption: `${PAY_WORDS[context.facts.country].lines} que vencen esta semana`,
          columns: DUE_COLUMNS,
          rows: dueRows(due.rows, context),
        },
        due.total,
        'en el calendario',
      ),
      ...freshnessBlocks(freshness, context),
    ],
    file: fleetBook(context, { opensDebts: true }),
    vehicles: debt.vehicles,
    empty: debt.indebted === 0 && debt.possible === 0 && incomplete === 0,
    path: catalogueAddress(fleet.query, fleet.sort, viewId),
  }
}
