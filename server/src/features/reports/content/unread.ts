// Gaps in the data that a report must mention: vehicles never checked, sources without a valid answer or without one in
// the period, and checks that only a person can do. A report claims "no changes" only for what was read.
import { typeName } from '@padron/contract/resources'
import { countOf, vehiclesText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import { BY_MACHINE } from '../../../fleet/unknown-debts.ts'
import { whereOf } from '../../../fleet/where.ts'
import type { MailBlock } from '../../../mail/email-content.ts'
import { INVALID, oldestText } from './freshness.ts'
import type { ReportContext } from './report-context.ts'
import { number, shortDay, tableOf } from './report-texts.ts'

const MAX_ROWS = 20

export type Unread = {
  typeId: number
  resourceName: string
  portalName: string
  byMachine: boolean
  /** `without`: vehicles without a valid answer. `never`: those of them that never had one. */
  without: number
  never: number
  /** Vehicles whose valid answer is older than the period. */
  before: number
  /** The oldest answer among both; null if there is none. */
  oldest: string | null
}

/** Cost: the checks of the filter's vehicles, once. */
export const readUnread = async ({ tx, facts, fleet, at, since }: ReportContext): Promise<Unread[]> => {
  const { rows } = await sql<Unread>`
    with stands as (
      select f.resource_id, f.good_at, ${INVALID} or f.fresh_until < ${at.toISOString()} as without
      from vehicle_resource f
      where f.tenant_id = ${facts.tenantId}
        and f.vehicle_id in (select v.vehicle_id from vehicle v where ${whereOf(fleet.query, facts)})),
    counted as (
      select resource_id, count(*) filter (where without)::int as without,
        count(*) filter (where good_at is null)::int as never,
        count(*) filter (where not without and good_at < ${since.toISOString()})::int as before,
        min(good_at) filter (where without or good_at < ${since.toISOString()}) as oldest
      from stands
      group by 1)
    select r.resource_type_id as "typeId", r.resource_name as "resourceName", p.portal_name as "portalName",
      m.resource_id is not null as "byMachine", c.without, c.never, c.before, c.oldest
    from counted c
    join resource r on r.resource_id = c.resource_id and not r.retired and r.purpose = 'status'
    join portal p on p.portal_key = r.portal_key
    left join ${BY_MACHINE} m on m.resource_id = r.resource_id
    where c.without > 0 or c.before > 0
    order by c.without desc, c.before desc, r.resource_id`.execute(tx)
  return rows
}

const sinceWords = ({ oldest, never, without }: Unread, timeZone: string): string => {
  if (oldest === null) return 'Ninguno todavía'
  const day = shortDay(oldest, timeZone)
  return never > 0 && without > never ? `${day}\n${number(never)} sin ninguno todavía` : day
}

/** A second line counts answers that are still valid but older than the period. */
const withoutWords = ({ without, before }: Unread): string =>
  before > 0 ? `${number(without)}\n${number(before)} con dato vigente de antes` : number(without)

const machineTable = (unread: readonly Unread[], { facts: { timeZone } }: ReportContext): MailBlock[] =>
  tableOf(
    {
      caption: 'Fuentes no leídas en el periodo',
      columns: [
        { title: 'Fuente' },
        { title: 'Vehículos sin respuesta válida', right: true },
        { title: 'Dato más antiguo' },
      ],
      rows: unread
        .slice(0, MAX_ROWS)
        .map((row) => [`${row.resourceName}\n${row.portalName}`, withoutWords(row), sinceWords(row, timeZone)]),
    },
    unread.length,
    'entre las demás fuentes',
  )

const byHandText = (unread: readonly Unread[], { facts: { country } }: ReportContext): MailBlock[] => {
  if (unread.length === 0) return []
  const names = [...new Set(unread.map(({ typeId }) => typeName(typeId, country)))].join(', ')
  const checks = countOf(
    unread.reduce((sum, { without }) => sum + without, 0),
    'consulta',
    'consultas',
  )
  return [{ is: 'text', text: `Solo una persona puede hacer ${checks}, que no tienen un dato vigente: ${names}.` }]
}

/** The oldest answer that the report relies on. */
const oldestOf = (unread: readonly Unread[]): string | null =>
  unread
    .flatMap(({ oldest }) => oldest ?? [])
    .toSorted()
    .at(0) ?? null

const neverText = (neverChecked: number): MailBlock[] =>
  neverChecked === 0 ? [] : [{ is: 'text', text: `Nunca consultados: ${vehiclesText(neverChecked)}.` }]

/** Whether a source that is checked automatically has no valid answer. */
export const isUnread = (unread: readonly Unread[], neverChecked: number): boolean =>
  neverChecked > 0 || unread.some(({ byMachine, without }) => byMachine && without > 0)

/** @returns the section with all gaps, or with the statement that there are none */
export const unreadBlocks = (unread: readonly Unread[], context: ReportContext, neverChecked: number): MailBlock[] => {
  const heading: MailBlock = { is: 'heading', text: 'Cobertura' }
  const machine = unread.filter(({ byMachine }) => byMachine)
  const byHand = unread.filter(({ byMachine, without }) => !byMachine && without > 0)
  if (machine.length + byHand.length + neverChecked === 0)
    return [heading, { is: 'text', text: 'Todas las fuentes respondieron en el periodo, para todos los vehículos.' }]
  return [
    heading,
    { is: 'text', text: 'De lo que no se pudo leer se desconoce si cambió.' },
    ...neverText(neverChecked),
    ...machineTable(machine, context),
    ...byHandText(byHand, context),
    ...oldestText(oldestOf(machine), context),
  ]
}
