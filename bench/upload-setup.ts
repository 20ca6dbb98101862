// The company, vehicle and files of the benchmarks of document uploads.
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { asSystem, type Db } from '@padron/server/db/client'
import { openCompany, type Who } from './imports/setup.ts'

export type UploadSetup = { who: Who; vehicleId: number; typeId: number }

/** A company with a vehicle and a document type without required fields. */
export const createUploadSetup = async (db: Db): Promise<UploadSetup> => {
  const who = await openCompany(db, 'banco')
  const { tenantId: tenant_id } = who
  return asSystem(db, async (tx) => {
    const vehicle = { tenant_id, plate: 'BAN001A', vin: '3N1CN8AE1RL000001', state_id: 19, asset_status_id: 1 }
    const { vehicle_id } = await tx
      .insertInto('vehicle')
      .values(vehicle)
      .returning('vehicle_id')
      .executeTakeFirstOrThrow()
    const type = { tenant_id, type_name: 'Póliza' }
    const { document_type_id } = await tx
      .insertInto('document_type')
      .values(type)
      .returning('document_type_id')
      .executeTakeFirstOrThrow()
    return { who, vehicleId: vehicle_id, typeId: document_type_id }
  })
}

const PIECE = 1_048_576
/** A PDF of random bytes, which cannot be compressed. @returns its hash */
export const writePdf = async (path: string, megabytes: number): Promise<string> => {
  const file = await open(path, 'w')
  try {
    await file.write('%PDF-1.7\n')
    for (let n = 0; n < megabytes; n++) await file.write(randomBytes(PIECE))
  } finally {
    await file.close()
  }
  return hashOf(createReadStream(path))
}

const hashOf = async (stream: NodeJS.ReadableStream): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

/** @returns the id of the document; undefined without a response */
export const upload = async (
  { base }: { base: string },
  { who, vehicleId, typeId }: UploadSetup,
  path: string,
): Promise<number | undefined> => {
  const form = new FormData()
  form.set('document[VehicleAssetId]', String(vehicleId))
  form.set('document[DocumentTypeId]', String(typeId))
  form.set('file', await openAsBlob(path), 'poliza.pdf')
  const headers = { authorization: `Bearer ${who.token}` }
  const reply = await fetch(`${base}/api/v2/document`, { method: 'POST', headers, body: form }).catch(() => undefined)
  const text = await reply?.text().catch(() => undefined)
  if (!reply || text === undefined) return undefined
  if (!reply.ok) throw new Error(`the upload failed with status ${reply.status}: ${text}`)
  return (JSON.parse(text) as { documentId: number }).documentId
}
