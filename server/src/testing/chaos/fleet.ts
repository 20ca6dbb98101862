// The fleet of a run of chaos: vehicles that get one scenario of the simulator each, at every source; some whose
// debts are written by hand; some reported stolen; and plain ones, which meet whatever trouble there is.
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import { CONNECTORS } from '../../checks/connectors/registry.ts'
import { enrolVehicles } from '../../checks/services/enrol.ts'
import { writeServices } from '../../checks/services/services.ts'
import { asSystem, type Db } from '../../db/client.ts'
import { DEMO_PORTALS } from '../../demo/companies.ts'

type Kind = 'scenario' | 'debts' | 'theft' | 'plain'
export type ChaosVehicle = {
  kind: Kind
  country: Country
  /** By number from 1; 0: none of its own. */
  scenario: number
  vehicleId: number
  plate: string
  vin: string
}
/** Vehicles of each scenario in each place, and of each other kind in each country. */
export type ChaosSize = { scenarios: number; perScenario: number; debts: number; theft: number; plain: number }

type Wish = Omit<ChaosVehicle, 'vehicleId'> & { stateId: number }

const CAPITAL = 9
/** Mexico City, whose debts are checked, and two states for which only nationwide sources are checked. */
const MX_STATES = [CAPITAL, 19, 5] as const
const two = (number: number): string => String(number).padStart(2, '0')
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const scenarioVehicles = (
  country: Country,
  stateId: number,
  place: string,
  { scenarios, perScenario }: ChaosSize,
): Wish[] =>
  many(scenarios, (index) => index + 1).flatMap((scenario) =>
    many(perScenario, (n) => {
      const mark = `QQ${two(scenario)}${place}`
      return {
        kind: 'scenario',
        country,
        stateId,
        scenario,
        plate: `${mark}${n}`,
        vin: `${mark}3N1${String(n).padStart(9, '0')}`,
      }
    }),
  )

const plainVehicles = (kind: Kind, country: Country, stateId: number, head: string, count: number): Wish[] =>
  many(count, (n) => ({
    kind,
    country,
    stateId,
    scenario: 0,
    // Providers refuse longer ones: Mexico's of more than seven characters, Colombia's of more than six.
    plate: `${head}${String(n).padStart(country === 'CO' ? 3 : 4, '0')}`,
    vin: `3N1CN8${head}R${String(n).padStart(7, '0')}`,
  }))

const wishes = (country: Country, coState: number, size: ChaosSize): Wish[] =>
  country === 'MX'
    ? [
        ...MX_STATES.flatMap((state, at) => scenarioVehicles('MX', state, 'ABC'[at] ?? '', size)),
        ...plainVehicles('debts', 'MX', CAPITAL, 'DMX', size.debts),
        ...plainVehicles('theft', 'MX', 19, 'RBX', size.theft),
        ...MX_STATES.flatMap((state, at) => plainVehicles('plain', 'MX', state, `PL${at}`, size.plain)),
      ]
    : [
        ...scenarioVehicles('CO', coState, 'D', size),
        ...plainVehicles('debts', 'CO', coState, 'DCO', size.debts),
        ...plainVehicles('plain', 'CO', coState, 'PCO', size.plain),
      ]

const HOLDER = '900999123'

/** Opens a company of the country with its vehicles, enrolled. */
const openCompany = (db: Db, name: string, country: Country, size: ChaosSize): Promise<ChaosVehicle[]> =>
  asSystem(db, async (tx) => {
    const made = {
      short_name: name,
      company_name: name,
      country,
      time_zone: country === 'MX' ? 'America/Mexico_City' : 'America/Bogota',
    }
    const { tenant_id } = await tx.insertInto('company').values(made).returning('tenant_id').executeTakeFirstOrThrow()
    await tx.insertInto('catalogue_version').values({ tenant_id }).execute()
    const { rows: states } = await sql<{
      id: number
    }>`select min(state_id) as id from state where country = ${country}`.execute(tx)
    const wanted = wishes(country, states[0]?.id ?? 0, size)
    const list = wanted.map(({ plate, vin, stateId }) => ({ plate, vin, stateId }))
    const { rows } = await sql<{ vehicleId: number; plate: string }>`
      insert into vehicle (tenant_id, plate, vin, state_id, tax_identifier)
      select ${tenant_id}, x.plate, x.vin, x."stateId", ${HOLDER}
      from json_to_recordset(${JSON.stringify(list)}::json) as x(plate text, vin text, "stateId" int)
      returning vehicle_id as "vehicleId", plate`.execute(tx)
    const ids = new Map(rows.map(({ vehicleId, plate }) => [plate, vehicleId]))
    await enrolVehicles(tx, country, [...ids.values()])
    return wanted.map(({ stateId: _, ...wish }) => ({ ...wish, vehicleId: ids.get(wish.plate) ?? 0 }))
  })

/** Portals without pace: what is looked for is what goes wrong, not how fast it is. */
export const openPortals = (db: Db, simulatorUrl: string, concurrency: number): Promise<void> =>
  asSystem(db, async (tx) => {
    for (const { key, path, credential } of DEMO_PORTALS)
      await tx
        .updateTable('portal')
        .set({ base_url: `${simulatorUrl}${path}`, credential, pace_ms: 0, concurrency })
        .where('portal_key', '=', key)
        .execute()
  })

/**
 * Sources beside those that answer by default, by resource: RUNT through another provider and without the owner's
 * document, Mexico's registry.
 */
const ADDITIONAL_SERVICES: readonly (readonly [resourceId: number, connector: string])[] = [
  [5150, 'mx-placapi-vehiculo'],
  [6105, 'co-runt-placa'],
  [6106, 'co-runt-placa'],
  [6160, 'co-placapi-runt'],
  [6161, 'co-placapi-runt'],
]

/** Decides who serves those resources; to be called before vehicles are enrolled. */
export const serveAdditional = (db: Db): Promise<void> =>
  asSystem(db, async (tx) => {
    for (const [resource_id, connector_key] of ADDITIONAL_SERVICES)
      await tx
        .insertInto('resource_service')
        .values({ resource_id, connector_key, decided_by: 'prueba', reason: 'Todas las fuentes a la vez' })
        .execute()
    await writeServices(tx, CONNECTORS)
  })

/** Two companies; whatever they share would show. */
export const makeFleet = async (db: Db, size: ChaosSize): Promise<ChaosVehicle[]> => [
  ...(await openCompany(db, 'caosmx', 'MX', size)),
  ...(await openCompany(db, 'caosco', 'CO', size)),
]
