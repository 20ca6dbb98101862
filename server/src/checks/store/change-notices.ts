// Notifies the channels that subscribe to changes of vehicles, in the transaction that writes the changes: one notice
// per batch of answers. A vehicle's first answer is not a change.
import { money } from '@padron/contract/money'
import { asCountry, type Country } from '@padron/contract/places/countries'
import { type ChangeKind, changeName } from '@padron/contract/resource-status'
import { statusText, typeName } from '@padron/contract/resources'
import { countOf, vehiclesText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { withLocale } from '../../locale.ts'
import { type ChannelContent, writeChannelNotices } from '../../mail/channel-outbox.ts'

export type VehicleChange = {
  event_id: string
  kind: ChangeKind
  first: boolean
  vehicle_id: number
  plate: string
  resource_type_id: number
  before: number | null
  after: number | null
  status_after: number | null
}

/** The new amount; the old amount of a debt that ended; both amounts of a debt that changed. */
const amountText = ({ kind, before, after }: VehicleChange, country: Country): string => {
  const text = (amount: number | null) => (amount === null ? 'sin importe' : money(amount, country))
  if (kind === 'grew' || kind === 'fell') return `de ${text(before)} a ${text(after)}`
  return text(kind === 'paid' || kind === 'vanished' ? before : after)
}

/** 'NLA100A · Adeudo nuevo · Multas · $1,500.00 MXN' */
const lineOf = (change: VehicleChange, country: Country): string => {
  const { kind, plate, resource_type_id: typeId, status_after: status } = change
  const what = kind === 'status' ? statusText(status ?? 0) : amountText(change, country)
  return [plate, changeName(kind), typeName(typeId, country), what].join(' · ')
}

const noticeOf = (changes: readonly VehicleChange[], country: Country): ChannelContent => {
  const vehicles = new Set(changes.map(({ vehicle_id: id }) => id))
  const [vehicle] = vehicles
  const lines = changes.map((change) => lineOf(change, country))
  const where = vehiclesText(vehicles.size)
  const many = `${countOf(changes.length, 'cambio', 'cambios')} en ${where}`
  return {
    title: many,
    lines,
    item: changes.length === 1 ? (lines[0] ?? many) : many,
    path: vehicles.size === 1 ? `/?vehicle=${vehicle}` : '/?sort=processedDate&order=desc',
  }
}

/** The country of a company with a channel that wants changes; undefined if it has none. */
const countryToNotify = async (tx: Tx, tenantId: number): Promise<Country | undefined> => {
  const { rows } = await sql<{ country: string }>`
    select country
    from company
    where tenant_id = ${tenantId} and exists (
      select from channel ch
      where ch.tenant_id = ${tenantId} and ch.active and ch.removed_at is null and ch.events @> '{changes}')`.execute(
    tx,
  )
  return rows[0] && asCountry(rows[0].country)
}

export const notifyChanges = async (tx: Tx, tenantId: number, events: readonly VehicleChange[]): Promise<void> => {
  const changes = events.filter(({ first }) => !first)
  const country = changes.length > 0 ? await countryToNotify(tx, tenantId) : undefined
  if (!country) return
  const content = withLocale(country, () => noticeOf(changes, country))
  await writeChannelNotices(tx, { kind: 'changes', eventKey: `change ${changes[0]?.event_id}`, content })
}
