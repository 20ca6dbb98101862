// A year of history of the demo's fleets: vehicles were added, some left, and fines were seen and paid. Without it
// dashboards could compare today with nothing. Deterministic: drawn from a hash of the plates.
import { DAY_MS, localTime } from '@padron/contract/days'
import type { Country } from '@padron/contract/places/countries'
import { RESOURCE_TYPES } from '@padron/contract/resources'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { touchFleet } from '../db/fleet-version.ts'
import { asJsonb } from '../db/json.ts'
import { uuidV7 } from '../db/uuid.ts'
import { literals } from '../fleet/debts.ts'
import { drawn } from './draw.ts'
import { writePastDays } from './past-days.ts'

const REGISTERED_DAYS_AGO = 420
/** One of this many checked resources of fines had a fine that was paid. */
const ONE_IN = 5
/** The last weeks get no history: there users see only real events. */
const [NEWEST, OLDEST] = [100, 390]

const FINES: Readonly<Record<Country, readonly { description: string; total: number }[]>> = {
  MX: [
    { description: 'POR EXCEDER EL LÍMITE DE VELOCIDAD (10 UMA)', total: 1173.1 },
    { description: 'POR ESTACIONARSE EN LUGAR PROHIBIDO (20 UMA)', total: 2346.2 },
    { description: 'POR USAR TELÉFONO CELULAR AL CONDUCIR (30 UMA)', total: 3519.3 },
  ],
  CO: [
    { description: 'C02 Estacionar en sitio prohibido', total: 633_200 },
    { description: 'C29 Exceso de velocidad', total: 633_200 },
    { description: 'B01 No portar licencia de conducción', total: 337_400 },
  ],
}

const FINE_COLUMNS: readonly (string | null)[] = ['ticketStatus', 'ticketsCDMXStatus', 'violationStatus']
const FINE_TYPES = RESOURCE_TYPES.filter(({ column }) => FINE_COLUMNS.includes(column)).map(({ id }) => id)

type Checked = { vehicleId: number; resourceId: number; typeId: number; plate: string }

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** The dates on which vehicles were added, and on which some left. */
const datesOfFleet = async (tx: Tx, tenantId: number, now: Date): Promise<void> => {
  const came = daysBefore(now, REGISTERED_DAYS_AGO).toISOString()
  await sql`update vehicle set created_at = ${came} where tenant_id = ${tenantId}`.execute(tx)
  await sql`
    update vehicle_history h
    set at = case when h.asset_status_id = 1 then ${came}::timestamptz
      else ${now.toISOString()}::timestamptz - make_interval(days => 120 + (h.vehicle_id % 150)::int) end
    where h.tenant_id = ${tenantId}`.execute(tx)
}

const finePaid = ({ vehicleId, resourceId, typeId, plate }: Checked, country: Country, now: Date) => {
  const name = `${plate} ${resourceId}`
  const fine = FINES[country][drawn(`${name} fine`, FINES[country].length)]
  const seen = daysBefore(now, NEWEST + drawn(name, OLDEST - NEWEST))
  const issuedOn = daysBefore(seen, 3).toISOString().slice(0, 10)
  const ended = new Date(seen.getTime() + (10 + drawn(`${name} paid`, 45)) * DAY_MS)
  const folio = `999${String(drawn(`${name} folio`, 100_000_000)).padStart(8, '0')}`
  const common = {
    vehicle_id: vehicleId,
    resource_id: resourceId,
    resource_type_id: typeId,
    debt_key: `f:${folio}`,
    folio,
    description: fine?.description ?? '',
  }
  const event = (at: Date, kind: 'new' | 'paid', before: number | null, after: number | null) => ({
    ...common,
    event_id: uuidV7(at),
    run_id: uuidV7(at),
    at: at.toISOString(),
    kind,
    before,
    after,
  })
  const total = fine?.total ?? 0
  return {
    debt: {
      ...common,
      issued_on: issuedOn,
      issued_day: issuedOn,
      total,
      seen: seen.toISOString(),
      ended: ended.toISOString(),
    },
    events: [event(seen, 'new', null, total), event(ended, 'paid', total, null)],
  }
}

const pastFines = async (tx: Tx, tenantId: number, country: Country, now: Date): Promise<void> => {
  const { rows } = await sql<Checked>`
    select f.vehicle_id as "vehicleId", f.resource_id as "resourceId", f.resource_type_id as "typeId", v.plate
    from vehicle_resource f
    join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
    where f.tenant_id = ${tenantId} and f.resource_type_id in (${literals(FINE_TYPES)}) and v.asset_status_id = 1
    order by v.plate, f.resource_id`.execute(tx)
  const fines = rows
    .filter(({ plate, resourceId }) => drawn(`${plate} ${resourceId} past`, ONE_IN) === 0)
    .map((checked) => finePaid(checked, country, now))
  await sql`
    insert into debt (tenant_id, vehicle_id, resource_id, resource_type_id, debt_key, folio, description, issued_on,
    issued_day, total, first_total,
      arose_at, first_seen_at, last_seen_at, ended_at, ended_as)
    select ${tenantId}::bigint, x.vehicle_id, x.resource_id, x.resource_type_id, x.debt_key, x.folio, x.description,
      x.issued_on, x.issued_day, x.total, x.total, x.seen, x.seen, x.ended, x.ended, 'paid'
    from json_to_recordset(${asJsonb(fines.map(({ debt }) => debt))}::json) as x(vehicle_id bigint, resource_id int,
      resource_type_id smallint, debt_key text, folio text, description text, issued_on text, issued_day date,
      total numeric, seen timestamptz, ended timestamptz)`.execute(tx)
  await sql`
    insert into check_event (tenant_id, event_id, at, vehicle_id, resource_id, resource_type_id, run_id, kind,
    debt_key, folio, description, before, after)
    select ${tenantId}::bigint, x.event_id, x.at, x.vehicle_id, x.resource_id, x.resource_type_id, x.run_id, x.kind,
      x.debt_key, x.folio, x.description, x.before, x.after
    from json_to_recordset(${asJsonb(fines.flatMap(({ events }) => events))}::json) as x(event_id uuid,
      at timestamptz, vehicle_id bigint, resource_id int, resource_type_id smallint, run_id uuid, kind text,
      debt_key text, folio text, description text, before numeric, after numeric)`.execute(tx)
}

type Company = { tenantId: number; country: Country; timeZone: string }

/** For the transaction's tenant, once its fleet is registered and some vehicles have left. */
export const giveDemoPast = async (tx: Tx, { tenantId, country, timeZone }: Company, now: Date): Promise<void> => {
  await datesOfFleet(tx, tenantId, now)
  await pastFines(tx, tenantId, country, now)
  await writePastDays(tx, tenantId, country, localTime(now, timeZone).day)
  await touchFleet(tx, tenantId)
}
