// The documents of the demo's vehicles: common document types, one of them required for the vehicles of a tag, and
// documents with dates around today, so that some have expired, some soon will, and some are missing. They are stored
// like a person's uploads: spooled, recognised by content, and stored by their hash.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { DAY_MS } from '@padron/contract/days'
import type { NewField } from '@padron/contract/documents'
import type { Country } from '@padron/contract/places/countries'
import { documentValue } from '@padron/contract/rules/document-rules'
import { sql } from 'kysely'
import { asTenant, type Db, type Tx } from '../db/client.ts'
import { createDocument, type WriteContext } from '../features/documents/create.ts'
import { createType } from '../features/documents/types/document-types.write.ts'
import { requireType } from '../features/documents/types/required.ts'
import type { FileStore } from '../files/contents/file-store.ts'
import { renderPdf } from '../files/pdf/render-pdf.ts'
import { type SpooledFile, type SpoolRoom, spool, spoolPath } from '../files/spool.ts'
import type { DocumentTools } from '../files/store-document.ts'
import { withLocale } from '../locale.ts'

/** The stores of documents and evidence, as the installation is configured. */
export type DemoStores = { tools: DocumentTools; room: SpoolRoom; evidence: FileStore }
type Owner = { tenantId: number; shortName: string; country: Country; timeZone: string }

const TAGGED = 24 // approximate number of vehicles for which the first type is required
const AT_ONCE = 6

type Vehicle = { id: number; plate: string; vin: string; holder: string | null }
type DemoDocument = {
  name: string
  fields: readonly Pick<NewField, 'FieldName' | 'DocumentDataTypeId' | 'FieldRequiered' | 'FieldExpiry'>[]
  /** One of this many vehicles has no such document. */
  none: number
  /** @param n the vehicle's index @returns the values of the fields */
  values: (n: number, day: (days: number) => string) => readonly string[]
}

const field = (FieldName: string, DocumentDataTypeId: number, FieldRequiered = false, FieldExpiry = false) => ({
  FieldName,
  DocumentDataTypeId,
  FieldRequiered,
  FieldExpiry,
})
/** One in seven is past its date, one in four expires within the month. */
const daysLeft = (n: number): number => (n % 7 === 3 ? -12 - n : n % 4 === 1 ? 3 + (n % 24) : 60 + ((n * 11) % 280))

// Names of insurers are invented.
const INSURERS = ['Seguros Ficticios del Norte', 'Aseguradora Imaginaria', 'Protección Ejemplo']
const demoDocuments = (country: Country): readonly DemoDocument[] => [
  {
    name: country === 'MX' ? 'Póliza de seguro' : 'Póliza todo riesgo',
    fields: [
      field('Aseguradora', 0, true),
      field('Número de póliza', 0, true),
      field('Vigencia', 3, true, true),
      field('Prima', 2),
    ],
    none: 6,
    values: (n, day) => [INSURERS[n % 3] ?? '', `PF-${20_400 + n * 7}`, day(daysLeft(n)), `${9_800 + n * 13}.50`],
  },
  {
    name: country === 'MX' ? 'Factura' : 'Factura de compra',
    fields: [
      field('Folio', 1),
      field('Fecha de la factura', 3),
      field('Importe', 2),
      field('Original en resguardo', 4),
    ],
    none: 2,
    values: (n, day) => [
      `${51_000 + n}`,
      day(-400 - n * 9),
      `${285_000 + n * 1_250}.00`,
      n % 3 === 0 ? 'false' : 'true',
    ],
  },
  {
    name: country === 'MX' ? 'Constancia de verificación' : 'Revisión tecnicomecánica',
    fields: [field('Número', 0, true), field('Próxima revisión', 3, true, true)],
    none: 3,
    values: (n, day) => [`V-${700 + n}`, day(daysLeft(n + 2))],
  },
]

/** A tag with about that many active vehicles, and those vehicles. */
const tagged = async (tx: Tx, tenantId: number): Promise<{ tagId: number; vehicles: Vehicle[] } | undefined> => {
  const { rows } = await sql<{ tagId: number }>`
    select x.tag_id as "tagId"
    from vehicle_tag x
    join vehicle v on v.tenant_id = x.tenant_id and v.vehicle_id = x.vehicle_id and v.asset_status_id = 1
    where x.tenant_id = ${tenantId}
    group by 1
    order by abs(count(*) - ${TAGGED}), 1
    limit 1`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { rows: vehicles } = await sql<Vehicle>`
    select v.vehicle_id as id, v.plate, v.vin, v.rfc_name as holder
    from vehicle v
    join vehicle_tag x on x.tenant_id = v.tenant_id and x.vehicle_id = v.vehicle_id and x.tag_id = ${found.tagId}
    where v.tenant_id = ${tenantId} and v.asset_status_id = 1
    order by v.plate
    limit ${TAGGED}`.execute(tx)
  return { ...found, vehicles }
}

const asField = (one: DemoDocument['fields'][number]): NewField => ({ ...one, FieldRegex: '-', FieldSelectValues: [] })

type DemoType = { id: number; fields: number[] /** Vehicles that have one. */; filed: number[] }
const typeNamed = async (tx: Tx, tenantId: number, name: string): Promise<DemoType | undefined> => {
  const { rows } = await sql<DemoType>`
    select t.document_type_id as id, (select json_agg(f.document_field_id order by f.place) from document_field f
        where f.tenant_id = t.tenant_id and f.document_type_id = t.document_type_id) as fields,
      coalesce((select json_agg(d.vehicle_id)
      from document d
      where d.tenant_id = t.tenant_id and d.document_type_id = t.document_type_id),
      '[]') as filed
    from document_type t
    where t.tenant_id = ${tenantId} and t.type_name = ${name}`.execute(tx)
  return rows[0]
}

const makeType = async (
  tx: Tx,
  { session }: WriteContext,
  definition: DemoDocument,
  tagId: number | undefined,
): Promise<void> => {
  const id = await createType(tx, session, definition.name, definition.fields.map(asField))
  if (tagId !== undefined)
    await requireType(tx, session, { documentTypeId: id, version: 1, required: 'tags', tagIds: [tagId] })
}

/** One page that states its kind, and that it is invented. */
const pageOf = async (
  definition: DemoDocument,
  vehicle: Vehicle,
  values: readonly string[],
  room: SpoolRoom,
  { now, session: { country } }: WriteContext,
): Promise<SpooledFile> => {
  const pdf = await renderPdf(
    'document',
    {
      title: `${definition.name} ${vehicle.plate}`,
      remark: 'Documento de demostración, sin validez: todo lo que dice es inventado.',
      sections: [
        {
          title: '',
          facts: [
            ['Placa', vehicle.plate],
            ['VIN', vehicle.vin],
            ['Titular', vehicle.holder ?? ''],
            ...definition.fields.map(({ FieldName, DocumentDataTypeId: type }, i): [string, string] => {
              const formatValue = () =>
                documentValue({ fieldName: FieldName, documentDataTypeId: type }, values[i] ?? '')
              return [FieldName, withLocale(country, formatValue)]
            }),
          ],
        },
      ],
      foot: 'Padrón · Demostración',
    },
    now,
  )
  return spool(
    (async function* () {
      yield pdf
    })(),
    await spoolPath(room),
    `${definition.name} ${vehicle.plate}.pdf`,
  )
}

const addDocument = async (
  db: Db,
  context: WriteContext,
  { tools, room }: DemoStores,
  type: DemoType,
  definition: DemoDocument,
  vehicle: Vehicle,
  n: number,
): Promise<void> => {
  const day = (days: number) => new Date(context.now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  const values = definition.values(n, day)
  const file = await pageOf(definition, vehicle, values, room, context)
  const documentInfo = type.fields.map((DocumentFieldId, i) => ({ DocumentFieldId, Value: values[i] ?? '' }))
  const document = {
    DocumentTypeId: type.id,
    VehicleAssetId: vehicle.id,
    DocumentName: `${definition.name} ${vehicle.plate}`,
  }
  try {
    await createDocument({ db, ...tools }, context, { document, documentInfo }, file)
  } finally {
    await rm(file.path, { force: true })
  }
}

const mainAccount = ({ tenantId, shortName, country, timeZone }: Owner): WriteContext => {
  const username = `${shortName}-admin`
  const session = {
    tokenHash: Buffer.alloc(0),
    userId: tenantId,
    username,
    fullName: username,
    tenantId,
    isMain: true,
    companyName: shortName,
    shortName,
    country,
    timeZone,
    logoUrl: null,
    demo: true,
    roles: new Set<never>(),
    vehicleScope: null,
  }
  return { session, now: new Date(), actor: { origin: 'system', name: 'Demostración', request: randomUUID() } }
}

/**
 * Can be repeated after an interruption: a vehicle that has its document gets no second one. @returns how many were
 * added
 */
export const addDemoDocuments = async (db: Db, owner: Owner, room: DemoStores): Promise<number> => {
  const { tenantId, country } = owner
  const context = mainAccount(owner)
  const found = await asTenant(db, tenantId, (tx) => tagged(tx, tenantId))
  let added = 0
  for (const [place, definition] of demoDocuments(country).entries()) {
    const prepared = async (tx: Tx): Promise<DemoType | undefined> => {
      if (!(await typeNamed(tx, tenantId, definition.name)))
        await makeType(tx, context, definition, place === 0 ? found?.tagId : undefined)
      return typeNamed(tx, tenantId, definition.name)
    }
    const type = await asTenant(db, tenantId, prepared, context.actor)
    const vehiclesWithDocument = [...(found?.vehicles ?? []).entries()].filter(
      ([n]) => n % definition.none !== definition.none - 1,
    )
    const left = vehiclesWithDocument.filter(([, { id }]) => !type?.filed.includes(id))
    for (let from = 0; type && from < left.length; from += AT_ONCE)
      await Promise.all(
        left
          .slice(from, from + AT_ONCE)
          .map(([n, vehicle]) => addDocument(db, context, room, type, definition, vehicle, n)),
      )
    added += left.length
  }
  return added
}
