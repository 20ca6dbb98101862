// Stores the due dates that the newest answers report: the last day of an insurance, inspection, card or plate, and
// payment lines. A good answer replaces the dates that its resource gave before; a failure leaves them. Dates of
// documents are not touched.
import { hasPlausibleYear, isCalendarDay } from '@padron/contract/days'
import { addMoney } from '@padron/contract/money'
import type { ResourceResult } from '@padron/contract/resource-status'
import { statusTone } from '@padron/contract/resources'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'
import type { Finding } from '../connectors/connector.ts'
import { answeredAt, type CheckedVehicle, type CheckResult } from '../engine/check-result.ts'
import type { ResourceChange } from './resources.ts'

const DATED: Readonly<Record<number, { kind: string; MX: string; CO: string; details: readonly string[] }>> = {
  3: { kind: 'card', MX: 'Tarjeta de circulación', CO: 'Licencia de tránsito', details: [] },
  5: { kind: 'insurance', MX: 'Póliza de seguro', CO: 'SOAT', details: ['Póliza', 'Aseguradora'] },
  12: { kind: 'inspection', MX: 'Inspección', CO: 'RTM', details: ['Certificado', 'CDA'] },
  14: { kind: 'plate', MX: 'Vigencia de la placa', CO: 'Vigencia de la placa', details: [] },
}

/** The types of resource whose answers report the last day of a validity. */
export const DATED_TYPES: readonly number[] = Object.keys(DATED).map(Number)

type Pair = { vehicle_id: number; resource_id: number }
type ObligationRow = Pair & {
  source_key: string
  kind: string
  due_on: string
  title_mx: string
  title_co: string
  detail: string | null
  amount: number | null
  type_id: number
  told_at: string
  captured: boolean
}

/**
 * The calendar day of a source's text, if it is valid and its year plausible.
 * @returns undefined for any other text
 */
const dayOf = (text: string | null | undefined): string | undefined => {
  const day = text?.slice(0, 10) ?? ''
  return hasPlausibleYear(day) && isCalendarDay(day) ? day : undefined
}

/** `Póliza 8812, Aseguradora Qualitas`, from the answer's notes. */
const detailOf = (results: readonly ResourceResult[], labels: readonly string[]): string | null => {
  const notes = results.flatMap(({ notes = [] }) => notes)
  const found = labels.flatMap((label) => notes.filter((note) => note.label === label).slice(0, 1))
  return found.length > 0
    ? found
        .map(({ label, value }) => `${label} ${value}`)
        .join(', ')
        .slice(0, 300)
    : null
}

/** The part of an answer about one resource that is needed for its payment lines. */
type Answer = Pick<ResourceChange, 'resourceId' | 'typeId'> & {
  result: Pick<CheckResult, 'runId' | 'endedAt' | 'asOf' | 'origin'> & { vehicle: Pick<CheckedVehicle, 'vehicleId'> }
  finding: Pick<Finding, 'status' | 'results'> | undefined
}

const common = ({ result, resourceId, typeId }: Answer) => ({
  vehicle_id: result.vehicle.vehicleId,
  resource_id: resourceId,
  type_id: typeId,
  told_at: answeredAt(result).toISOString(),
  captured: result.origin === 'capture',
})

const dated = (change: ResourceChange): ObligationRow[] => {
  const { finding, typeId, resourceId } = change
  const named = DATED[typeId]
  const due_on = dayOf(finding?.validUntil ?? finding?.endsOn)
  if (!finding || !named || !due_on) return []
  const { kind, MX: title_mx, CO: title_co, details } = named
  const detail = detailOf(finding.results, details)
  return [{ ...common(change), source_key: `r:${resourceId}`, kind, due_on, title_mx, title_co, detail, amount: null }]
}

const LINE_SIGNS = 100
/** The key as the database stores it, so that lines stored alike are equal. */
const asKey = (line: string): string => line.replaceAll('\0', '').trim().slice(0, LINE_SIGNS).toWellFormed()

/** Payment lines of debts. */
const payable = (change: Answer): ObligationRow[] => {
  const { finding, resourceId } = change
  if (!finding || statusTone(finding.status) !== 'debt') return []
  return finding.results.flatMap(({ paymentLine, paymentLineDueDate, name, total }): ObligationRow[] => {
    const line = asKey(paymentLine ?? '')
    const due_on = dayOf(paymentLineDueDate)
    if (!line || !due_on) return []
    const titles = { title_mx: `${PAY_WORDS.MX.line} ${line}`, title_co: `${PAY_WORDS.CO.line} ${line}` }
    const rows = { source_key: `p:${resourceId}:${line}`, kind: 'payment', due_on, ...titles }
    return [{ ...common(change), ...rows, detail: name, amount: total }]
  })
}

/** One payment line may cover several resources of an answer: stored once, with the sum, at the lowest resource id. */
const together = (lines: readonly ObligationRow[]): ObligationRow => {
  const [first, ...more] = lines.toSorted((a, b) => a.resource_id - b.resource_id) as [
    ObligationRow,
    ...ObligationRow[],
  ]
  const amounts = lines.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  const names = [...new Set([first, ...more].map(({ detail }) => detail ?? ''))]
  return {
    ...first,
    detail: names.join(', ').slice(0, 300),
    amount: amounts.length === lines.length ? addMoney(amounts) : null,
  }
}

const paidOnce = (changes: readonly Answer[]): ObligationRow[] => {
  const lines = changes.flatMap((change) => payable(change).map((line) => ({ line, runId: change.result.runId })))
  const same = Map.groupBy(lines, ({ line: { vehicle_id, source_key, resource_id, due_on }, runId }) =>
    [vehicle_id, runId, due_on, source_key.slice(`p:${resource_id}:`.length)].join(' '),
  )
  return [...same.values()].map((each) => together(each.map(({ line }) => line)))
}

/** If one key occurs twice for a vehicle, as a line with two days, the earlier day counts. */
const oncePerKey = (rows: readonly ObligationRow[]): ObligationRow[] => {
  const same = Map.groupBy(rows, ({ vehicle_id, source_key }) => `${vehicle_id} ${source_key}`)
  return [...same.values()].map((each) => each.reduce((a, b) => (b.due_on < a.due_on ? b : a)))
}

/** Whether an earlier answer may have written a row: only an answer with a day or a debt does. */
const mayHave = ({ answeredBefore, statusBefore, typeId }: ResourceChange): boolean =>
  answeredBefore && (typeId in DATED || statusTone(statusBefore) === 'debt')

/** Cost: one statement for the batch, or none if no answer has or had a due date. */
export const writeObligations = async (tx: Tx, tenantId: number, changes: readonly ResourceChange[]): Promise<void> => {
  const telling = changes.filter(({ finding, counts }) => finding && counts)
  // Of two answers about one resource in a batch the later counts.
  const newest = new Map(telling.map((change) => [`${change.result.vehicle.vehicleId} ${change.resourceId}`, change]))
  const rows = oncePerKey([...[...newest.values()].flatMap(dated), ...paidOnce([...newest.values()])])
  const emptied = telling.filter(mayHave).map(common)
  if (rows.length === 0 && emptied.length === 0) return
  const pairs: Pair[] = [...emptied, ...rows].map(({ vehicle_id, resource_id }) => ({ vehicle_id, resource_id }))
  await sql`
    with reported as (
      select *
      from json_to_recordset(${asJsonb(rows)}::json) as t(vehicle_id bigint, resource_id int, type_id smallint,
        source_key text, kind text, due_on date, title_mx text, title_co text, detail text, amount numeric,
        told_at timestamptz, captured boolean)),
    gone as (
      delete from obligation o using (select distinct *
      from json_to_recordset(${asJsonb(pairs)}::json) as p(vehicle_id bigint, resource_id int)) p
      where o.tenant_id = ${tenantId} and o.vehicle_id = p.vehicle_id and o.resource_id = p.resource_id
        and not exists (select from reported t where t.vehicle_id = o.vehicle_id and t.source_key = o.source_key))
    insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, detail, amount, resource_id,
    resource_type_id, told_at, told_by)
    select ${tenantId}::bigint, t.vehicle_id, t.source_key, t.kind, t.due_on, case r.country
      when 'CO' then t.title_co
      else t.title_mx end, t.detail, t.amount, t.resource_id, t.type_id, t.told_at, r.resource_name || case
        when t.captured then ' (captura)'
        else '' end
    from reported t
    join resource r on r.resource_id = t.resource_id
    on conflict (tenant_id, vehicle_id, source_key) do update
    set kind = excluded.kind, due_on = excluded.due_on, title = excluded.title,
      detail = excluded.detail, amount = excluded.amount, resource_type_id = excluded.resource_type_id,
      told_at = excluded.told_at, told_by = excluded.told_by`.execute(tx)
}

/** Updates the amounts of payment lines of stored answers whose amounts were recomputed. */
export const writePaymentAmounts = async (tx: Tx, tenantId: number, answers: readonly Answer[]): Promise<void> => {
  const rows = oncePerKey(paidOnce(answers))
  if (rows.length === 0) return
  await sql`
    update obligation o
    set amount = x.amount
    from json_to_recordset(${asJsonb(rows)}::json) as x(vehicle_id bigint, source_key text, amount numeric)
    where o.tenant_id = ${tenantId}
      and o.vehicle_id = x.vehicle_id
      and o.source_key = x.source_key
      and o.amount is distinct from x.amount`.execute(tx)
}
