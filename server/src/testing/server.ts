// The real application over a fresh database, with people in it who speak HTTP: a company with its main account, users
// with chosen roles, and a second company that must never be seen.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expandRoles, ROLES, type Role } from '@padron/contract/permissions'
import type { Country } from '@padron/contract/places/countries'
import { DOCUMENT_BYTES } from '@padron/contract/rules/document-rules'
import { TERMS_VERSION } from '@padron/contract/session'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { enrolVehicles } from '../checks/services/enrol.ts'
import { asSystem, type Db } from '../db/client.ts'
import { noScan } from '../files/clam.ts'
import { diskContents } from '../files/contents/disk-contents.ts'
import { type FileStore, fileStore } from '../files/contents/file-store.ts'
import { createGeneratedFiles } from '../files/generated-files.ts'
import type { DocumentTools } from '../files/store-document.ts'
import { tokenHash } from '../http/access/sessions.ts'
import { hashPassword } from '../identity/passwords/passwords.ts'
import { startQueueLive } from '../jobs/live.ts'
import { type Secrets, secretsOf } from '../secrets/sealing.ts'
import { newToken } from '../secrets/tokens.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

export type Company = { tenantId: number; name: string }
export type Somebody = { token: string; userId: number; username: string; tenantId: number }

export const PASSWORD = 'Clave-de-prueba-1'
const hashed = hashPassword(PASSWORD)
/** Whom passkeys are made for. */
export const RP = { id: 'padron.example', origin: 'https://padron.example' }

export type TestServer = {
  app: FastifyInstance
  /** The files that prove an answer, and the folder they are in. */
  evidence: FileStore & { folder: string }
  /** What emails carry. */
  emailFiles: FileStore & { folder: string }
  /** What accepts documents; `folder` has the stored ones, `incoming` those under way. */
  documents: DocumentTools & { folder: string; incoming: string }
  /** The folder of files that are generated when they are opened. */
  generatedFolder: string
  /** What webhooks' secrets are sealed with. They may lead to this machine. */
  secrets: Secrets
  db: Db
  addressOf: FreshDatabase['addressOf']
  company: (name: string, country?: Country) => Promise<Company>
  somebody: (
    company: Company,
    name: string,
    roles: readonly Role[],
    options?: { terms?: string | null; active?: boolean; profile?: number },
  ) => Promise<Somebody>
  /** @returns the id of a profile that gives these roles */
  profile: (company: Company, name: string, roles: readonly Role[]) => Promise<number>
  /** @returns ids of vehicles made with these plates, enrolled in their checks */
  vehicles: (company: Company, vehicles: readonly NewVehicle[]) => Promise<number[]>
  ask: (
    who: Somebody | undefined,
    options: InjectOptions,
  ) => Promise<{ status: number; body: unknown; bytes: Buffer; headers: Record<string, unknown> }>
  stop: () => Promise<void>
}

type NewVehicle = {
  plate: string
  vin?: string
  stateId?: number
  status?: number
  columns?: Record<string, unknown>
}

/** A VIN of right length, unique per plate; its digits are not the subject of these tests. */
export const vinFor = (plate: string): string => `3N1CN8AE1RL${plate.replace(/[IOQ]/g, 'X').padStart(6, '0').slice(-6)}`

const QUOTA_BYTES = 1_073_741_824

/** @param given overrides what accepts documents; `mails`: as where a mail server is configured */
export const testServer = async (
  now?: () => Date,
  { mails = false, place, ...given }: Partial<DocumentTools> & { mails?: boolean; place?: string } = {},
): Promise<TestServer> => {
  const { db, addressOf, drop } = await freshDatabase(place)
  const log = pino({ level: process.env.PADRON_LOG ?? 'silent' })
  const state = { ready: true, simulated: false }
  const folder = mkdtempSync(join(tmpdir(), 'padron-evidence-'))
  const evidence = { ...fileStore(folder), folder }
  const emailFolder = mkdtempSync(join(tmpdir(), 'padron-emails-'))
  const emailFiles = { ...fileStore(emailFolder), folder: emailFolder }
  const documentsRoot = mkdtempSync(join(tmpdir(), 'padron-documents-'))
  const documents = {
    contents: diskContents(join(documentsRoot, 'documents')),
    scan: noScan,
    quotaBytes: QUOTA_BYTES,
    ...given,
    folder: join(documentsRoot, 'documents'),
    incoming: join(documentsRoot, 'incoming'),
  }
  const generatedFolder = join(documentsRoot, 'made')
  const secrets = secretsOf([randomBytes(32).toString('base64')])
  const live = startQueueLive({ addressOf, log })
  const app = await buildApp({
    db,
    log,
    live,
    state,
    publicUrl: undefined,
    rp: RP,
    mails,
    parts: new Set(['api', 'identity']),
    stores: { evidence, emailFiles, documents, generated: createGeneratedFiles(generatedFolder) },
    spool: { folder: documents.incoming, bytes: DOCUMENT_BYTES },
    webhooks: { secrets, privateAddresses: true },
    setup: { db, secrets, addressOf },
    ...(now ? { now } : {}),
  })
  await app.ready()

  const company = async (name: string, country: Country = 'MX'): Promise<Company> =>
    asSystem(db, async (tx) => {
      const made = { short_name: name, company_name: name, country, time_zone: 'America/Mexico_City' }
      const { tenant_id } = await tx.insertInto('company').values(made).returning('tenant_id').executeTakeFirstOrThrow()
      await tx.insertInto('catalogue_version').values({ tenant_id }).execute()
      return { tenantId: tenant_id, name }
    })

  const somebody: TestServer['somebody'] = async (
    { tenantId, name: short },
    name,
    roles,
    { terms = TERMS_VERSION, active = true, profile } = {},
  ) => {
    const token = newToken()
    const username = `${short}-${name}`
    const password_hash = await hashed
    return asSystem(db, async (tx) => {
      const isMain = roles.includes('admin')
      const values = {
        tenant_id: tenantId,
        username,
        password_hash,
        active,
        terms_version: terms,
        role_ids: idsOf(roles),
        preset_id: profile ?? null,
        ...(isMain ? { user_id: tenantId } : {}),
      }
      const { user_id } = await tx.insertInto('app_user').values(values).returning('user_id').executeTakeFirstOrThrow()
      const expires_at = new Date(Date.now() + 3_600_000).toISOString()
      await tx
        .insertInto('access_token')
        .values({
          tenant_id: tenantId,
          token_hash: tokenHash(token),
          user_id,
          client_id: 'test',
          scope: '',
          expires_at,
        })
        .execute()
      return { token, userId: user_id, username, tenantId }
    })
  }

  const profile: TestServer['profile'] = ({ tenantId }, name, roles) =>
    asSystem(db, async (tx) => {
      const values = { tenant_id: tenantId, preset_name: name, role_ids: idsOf(roles) }
      return (await tx.insertInto('preset').values(values).returning('preset_id').executeTakeFirstOrThrow()).preset_id
    })

  const vehicles: TestServer['vehicles'] = ({ tenantId }, list) =>
    asSystem(db, async (tx) => {
      const rows = list.map(({ plate, vin = vinFor(plate), stateId = 19, status = 1, columns = {} }) => ({
        tenant_id: tenantId,
        plate,
        vin,
        state_id: stateId,
        asset_status_id: status,
        ...columns,
      }))
      const made = await tx.insertInto('vehicle').values(rows).returning('vehicle_id').execute()
      const ids = made.map(({ vehicle_id }) => vehicle_id)
      await enrolVehicles(tx, 'MX', ids)
      return ids
    })

  const ask: TestServer['ask'] = async (who, options) => {
    const response = await app.inject({
      ...options,
      headers: { ...(who ? { authorization: `Bearer ${who.token}` } : {}), ...options.headers },
    })
    const isJson = response.body !== '' && String(response.headers['content-type'] ?? '').includes('json')
    const { statusCode: status, headers, rawPayload: bytes } = response
    return { status, body: isJson ? response.json() : response.body, bytes, headers }
  }

  const stop = async () => {
    await app.close()
    await live.close()
    await drop()
    for (const each of [folder, documentsRoot, emailFolder]) rmSync(each, { recursive: true, force: true })
  }
  return {
    app,
    evidence,
    emailFiles,
    documents,
    generatedFolder,
    secrets,
    db,
    addressOf,
    company,
    somebody,
    profile,
    vehicles,
    ask,
    stop,
  }
}

const idsOf = (roles: readonly Role[]) => ROLES.filter(({ name }) => roles.includes(name)).map(({ roleId }) => roleId)

/** Every role that brings none of these permissions. */
export const rolesWithout = (...permissions: readonly string[]): Role[] =>
  ROLES.map(({ name }) => name).filter(
    (name) => name !== 'admin' && !expandRoles([name]).some((brought) => permissions.includes(brought)),
  )
