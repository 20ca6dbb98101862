// Simulated captures from before today, of sources that are not queried automatically: each vehicle's statement at its
// state's portal and its insurance, with evidence files. Some were never captured and some are old, so that the work
// list has entries. They are stored like a person's captures.
import { randomUUID } from 'node:crypto'
import { captureForm } from '@padron/contract/captures/forms'
import { CAPTURE_DAYS } from '@padron/contract/captures/validity'
import { DAY_MS, localTime } from '@padron/contract/days'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { stateName } from '@padron/contract/places/states'
import { type ResourceTypeId, statusText } from '@padron/contract/resources'
import { sql } from 'kysely'
import type { StoredEvidence } from '../checks/engine/check-result.ts'
import { applyCaptures, type Capture } from '../checks/store/capture.ts'
import type { Tx } from '../db/client.ts'
import { touchChecks } from '../db/fleet-version.ts'
import { asJsonb } from '../db/json.ts'
import { type CaptureBody, captureErrors, findingOf } from '../features/captures/captures.rules.ts'
import type { FileStore } from '../files/contents/file-store.ts'
import { renderPdf } from '../files/pdf/render-pdf.ts'
import { type Answer, capturedAnswer } from './captured-answers.ts'
import { drawn, isDrawn } from './draw.ts'

type Owner = { tenantId: number; shortName: string; country: Country; timeZone: string }
type Check = {
  vehicleId: number
  plate: string
  vin: string
  stateId: number
  resourceId: number
  name: string
  type: ResourceTypeId
}
type Captured = Check & { answer: Answer; at: Date }
type Person = { id: number; name: string }

const MINUTE_MS = 60_000
const VEHICLES_IN_FILE = 12
const ROWS_AT_ONCE = 500
const INSURANCE = 5
/** Nothing of this state has been captured yet. */
const JALISCO = 14
/** Per thousand vehicles: without captures, with expired captures, and with captures that soon expire. */
const [NEVER, OLD, EXPIRING] = [160, 110, 110]
const REMARK = 'Documento de demostración, sin validez: todo lo que dice es inventado.'
const FOOT = 'Padrón · Demostración'

/** The checks of active vehicles that are not made automatically. */
const checksOf = async (tx: Tx, tenantId: number): Promise<Check[]> => {
  const { rows } = await sql<Check>`
    select v.vehicle_id as "vehicleId", v.plate, v.vin, v.state_id as "stateId", r.resource_id as "resourceId",
      r.resource_name as name, r.resource_type_id as type
    from vehicle v
    join vehicle_resource f on f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id
    join resource r on r.resource_id = f.resource_id
      and r.connector_key is null
      and r.purpose = 'status'
      and not r.retired
    where v.tenant_id = ${tenantId} and v.asset_status_id = 1 and v.state_id <> ${JALISCO}
    order by v.vehicle_id, r.resource_id`.execute(tx)
  return rows
}

const captured = (check: Check, { timeZone }: Owner, now: Date): Captured[] => {
  const { plate, stateId, type } = check
  if (isDrawn(`${plate} never captured`, NEVER)) return []
  const isOld = isDrawn(`${plate} old capture`, OLD)
  const isExpiring = isDrawn(`${plate} expiring capture`, EXPIRING)
  const firstDay = isOld ? CAPTURE_DAYS + 1 : isExpiring ? CAPTURE_DAYS - 6 : 0
  const days = firstDay + drawn(`${plate} days`, isOld ? 17 : 5)
  const at = new Date(now.getTime() - days * DAY_MS - (20 + drawn(`${plate} minutes`, 600)) * MINUTE_MS)
  const answer = capturedAnswer(type, { plate, stateId, day: localTime(at, timeZone).day })
  return answer ? [{ ...check, answer, at }] : []
}

const factsOf = ({ name, answer }: Captured, country: Country): [string, string][] => [
  [name, statusText(answer.statusId)],
  ...answer.debts.map(({ description, folio, total }): [string, string] => [
    folio ? `${description} (${folio})` : description,
    money(total ?? 0, country),
  ]),
  ...Object.entries(answer.facts),
]

/** The statements of some vehicles of one state, one after another. */
const statements = (some: readonly Captured[], name: string, { country, timeZone }: Owner, now: Date) =>
  renderPdf(
    'document',
    {
      title: name,
      remark: REMARK,
      sections: [...Map.groupBy(some, ({ vehicleId }) => vehicleId).values()].map((rows) => ({
        title: `${rows[0]?.plate} · VIN ${rows[0]?.vin} · consultado el ${localTime(rows[0]?.at ?? now, timeZone).day}`,
        facts: rows.flatMap((row) => factsOf(row, country)),
      })),
      foot: FOOT,
    },
    now,
  )

const insuranceFact = ({ plate, answer: { statusId, facts } }: Captured): [string, string] => [
  plate,
  [statusText(statusId), ...Object.values(facts)].join(' · '),
]

/** The fleet's insurance policy with its vehicles. */
const policy = (insured: readonly Captured[], now: Date) =>
  renderPdf(
    'document',
    {
      title: 'Pólizas de la flota',
      remark: REMARK,
      sections: [{ title: '', facts: insured.map(insuranceFact) }],
      foot: FOOT,
    },
    now,
  )

type StoredFile = Omit<StoredEvidence, 'fileId'>
const store = async (evidence: FileStore, name: string, pdf: Buffer, at: Date): Promise<StoredFile> => ({
  name,
  mediaType: 'application/pdf',
  ...(await evidence.write(randomUUID(), at, async (into) => void into.end(pdf))),
})

const captureOf = (one: Captured, file: StoredFile, owner: Owner, by: Person): Capture => {
  const { vehicleId, resourceId, name, type, answer, at } = one
  const form = captureForm(type)
  const fileId = randomUUID()
  const body: CaptureBody = {
    vehicleAssetId: vehicleId,
    resourceId,
    seenAt: at.toISOString(),
    note: '',
    fileIds: [fileId],
    ...answer,
  }
  const [fault] = form
    ? captureErrors(form, body, { now: at, timeZone: owner.timeZone })
    : [{ message: `«${name}» no se captura` }]
  if (!form || fault) throw new Error(`La captura de demostración de ${one.plate} no es válida: ${fault?.message}`)
  return {
    tenantId: owner.tenantId,
    vehicleId,
    resourceId,
    at,
    finding: findingOf(form, name, body, localTime(at, owner.timeZone).day),
    raw: body,
    files: [{ fileId, ...file }],
    by,
  }
}

const record = async (tx: Tx, { tenantId }: Owner, captures: readonly Captured[]): Promise<void> => {
  const list = captures.map(({ vehicleId, plate, name, answer, at }) => ({
    id: vehicleId,
    plate,
    changes: { captured: [null, `${name}: ${statusText(answer.statusId)}`], seen_at: [null, at.toISOString()] },
  }))
  await sql`
    select record_activity(${tenantId}, 'check', x.id, x.plate, 'create', x.changes)
    from json_to_recordset(${asJsonb(list)}::json) as x(id bigint, plate text, changes jsonb)`.execute(tx)
}

/** The user who captures: the fleet's operator if it has one, otherwise its main account. */
const personOf = async (tx: Tx, { tenantId, shortName }: Owner): Promise<Person> => {
  const { rows } = await sql<Person>`
    select user_id as id, username as name
    from app_user
    where tenant_id = ${tenantId} and (user_id = ${tenantId} or username = ${`${shortName}-operador`})
    order by user_id = ${tenantId}
    limit 1`.execute(tx)
  const [person] = rows
  if (!person) throw new Error('the company has no main account')
  return person
}

type Lot = { name: string; rows: readonly Captured[]; pdf: Buffer }

/** The captures at the states' portals, a few vehicles of one state in each file. */
const statementLots = async (all: readonly Captured[], owner: Owner, now: Date): Promise<Lot[]> => {
  const byState = Map.groupBy(
    all.filter(({ type }) => type !== INSURANCE),
    ({ stateId }) => stateId,
  )
  const lots = [...byState].flatMap(([stateId, rows]) => {
    const vehicles = [...Map.groupBy(rows, ({ vehicleId }) => vehicleId).values()]
    const count = Math.ceil(vehicles.length / VEHICLES_IN_FILE)
    return Array.from({ length: count }, (_, n) => ({
      name: `Estados de cuenta ${stateName(stateId)} ${n + 1}`,
      rows: vehicles.slice(n * VEHICLES_IN_FILE, (n + 1) * VEHICLES_IN_FILE).flat(),
    }))
  })
  return Promise.all(lots.map(async (lot) => ({ ...lot, pdf: await statements(lot.rows, lot.name, owner, now) })))
}

/** For the transaction's tenant, once its fleet is registered. @returns the number of captured checks */
export const captureDemoStatements = async (tx: Tx, owner: Owner, evidence: FileStore, now: Date): Promise<number> => {
  const by = await personOf(tx, owner)
  const all = (await checksOf(tx, owner.tenantId)).flatMap((check) => captured(check, owner, now))
  if (all.length === 0) return 0
  const insured = all.filter(({ type }) => type === INSURANCE)
  const lots = [
    { name: 'Pólizas de la flota', rows: insured, pdf: await policy(insured, now) },
    ...(await statementLots(all, owner, now)),
  ]
  const proven: { one: Captured; file: StoredFile }[] = []
  for (const { name, rows, pdf } of lots) {
    const file = await store(evidence, `${name}.pdf`, pdf, now)
    proven.push(...rows.map((one) => ({ one, file })))
  }
  for (let from = 0; from < proven.length; from += ROWS_AT_ONCE) {
    const some = proven.slice(from, from + ROWS_AT_ONCE)
    await applyCaptures(
      tx,
      some.map(({ one, file }) => captureOf(one, file, owner, by)),
    )
    await record(
      tx,
      owner,
      some.map(({ one }) => one),
    )
  }
  await touchChecks(tx, owner.tenantId)
  return all.length
}
