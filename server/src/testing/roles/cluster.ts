// An installation of many processes for tests: one PostgreSQL, one S3 store, one mail server, the simulated portals,
// another company's system that receives every webhook, two api, two workers and one identity behind a balancer, each
// with a data directory of its own, so that whatever they share they share as machines do.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLES } from '@padron/contract/permissions'
import { TERMS_VERSION } from '@padron/contract/session'
import { WEBHOOK_EVENTS } from '@padron/contract/webhook-events'
import { sql } from 'kysely'
import { startSimulator } from '../../bin/simulator-process.ts'
import { buildConsole } from '../../bin/web-build.ts'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import type { AddressOf } from '../../db/connect.ts'
import { createCompany, createUser } from '../../identity/accounts/accounts.ts'
import { hashPassword } from '../../identity/passwords/passwords.ts'
import { secretsOf } from '../../secrets/sealing.ts'
import { newSecret, sealSecret } from '../../webhooks/secret.ts'
import { openPortals } from '../chaos/fleet.ts'
import { installRecorder } from '../chaos/recorder.ts'
import { type Receiver, receiver } from '../services/receiver.ts'
import { startS3, type TestS3 } from '../services/s3.ts'
import { type TestSmtp, testSmtp } from '../services/smtp.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type Member, type Role, startMember } from './member.ts'

export const PASSWORD = 'Clave-de-prueba-1'
export const MAIL_FROM = 'avisos@padron.test'

export type Person = { username: string; tenantId: number; documentTypeId: number }
export type Cluster = {
  db: Db
  s3: TestS3
  smtp: TestSmtp
  /** What the webhook of the first company tells. */
  far: Receiver
  balancer: Balancer
  members: Member[]
  people: Person[]
  /** Processes that ended by themselves. */
  fallen: string[]
  /** Ends every process in order. @returns what they ended with */
  end: () => Promise<(number | string)[]>
  stop: () => Promise<void>
}

const MEMBERS: readonly Role[] = ['api', 'api', 'worker', 'worker', 'identity']
const S3 = { bucket: 'padron', region: 'us-east-1', accessKeyId: 'AKIAPRUEBA', secretAccessKey: 'clave/Secreta+1' }
const SECRET = Buffer.alloc(32, 7).toString('base64')
const COMPANIES = ['norte', 'sur']

/** Receives every event of a company, with what one of its people may see. */
const openWebhook = async (tx: Tx, { tenantId, username }: Person, url: string): Promise<void> => {
  const owner = tx.selectFrom('app_user').select('user_id').where('username', '=', username)
  await tx
    .insertInto('webhook')
    .values({
      tenant_id: tenantId,
      webhook_name: 'De prueba',
      url,
      host: new URL(url).host,
      user_id: owner,
      events: sql<string[]>`${WEBHOOK_EVENTS.map(({ event }) => event)}::text[]`,
      secrets: sql<string[]>`${[sealSecret(secretsOf([SECRET]), tenantId, newSecret())]}::text[]`,
    })
    .execute()
}

/** Companies with a main account and a colleague each, who have accepted the terms. */
const openCompanies = async (db: Db, hookUrl: string): Promise<Person[]> => {
  const passwordHash = await hashPassword(PASSWORD)
  const roles = ROLES.flatMap(({ name }) => (name === 'admin' ? [] : [name]))
  return asSystem(db, async (tx) => {
    const people: Person[] = []
    for (const shortName of COMPANIES) {
      const company = {
        shortName,
        title: shortName,
        country: 'MX',
        timeZone: 'America/Mexico_City',
        passwordHash,
      } as const
      const tenantId = await createCompany(tx, company)
      const username = await createUser(tx, { tenantId, shortName, user: 'ana', passwordHash, roles })
      const type = { tenant_id: tenantId, type_name: 'Póliza' }
      const { document_type_id: documentTypeId } = await tx
        .insertInto('document_type')
        .values(type)
        .returning('document_type_id')
        .executeTakeFirstOrThrow()
      for (const name of [`${shortName}-admin`, username]) people.push({ username: name, tenantId, documentTypeId })
    }
    const ana = people[1]
    if (ana) await openWebhook(tx, ana, hookUrl)
    await tx.updateTable('app_user').set({ terms_version: TERMS_VERSION, terms_at: new Date().toISOString() }).execute()
    return people
  })
}

type Shared = { addressOf: AddressOf; s3: TestS3; smtp: TestSmtp; publicUrl: string }
const settings = ({ addressOf, s3, smtp, publicUrl }: Shared): Record<string, string> => ({
  DATABASE_URL: addressOf('padron_owner').connectionString,
  PUBLIC_URL: publicUrl,
  PADRON_TRUSTED_PROXIES: '127.0.0.1',
  PADRON_DEMO: '0',
  PADRON_PRIVATE_SOURCES: '1', // what webhooks tell is here
  PADRON_SECRET: SECRET,
  PADRON_SMTP_URL: smtp.url,
  PADRON_MAIL_FROM: MAIL_FROM,
  PADRON_S3_ENDPOINT: s3.endpoint,
  PADRON_S3_BUCKET: S3.bucket,
  PADRON_S3_REGION: S3.region,
  PADRON_S3_KEY_ID: S3.accessKeyId,
  PADRON_S3_SECRET: S3.secretAccessKey,
  PADRON_S3_PREFIX: 'flotas',
  PADRON_USER_RATE: '1000000',
  PADRON_ADDRESS_RATE: '1000000',
  PADRON_LOG: 'warn',
})

type Opening = { db: Db; addressOf: AddressOf }

/** The outside world, and what stops it. */
const openWorld = async (folder: string) => {
  const [s3, smtp, far, balancer, simulator] = await Promise.all([
    startS3({ ...S3, folder: join(folder, 's3') }),
    testSmtp(),
    receiver(),
    startBalancer(),
    startSimulator(0),
  ])
  const stop = async () => {
    await Promise.all([balancer.stop(), s3.stop(), smtp.stop(), far.stop(), simulator.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
  return { s3, smtp, far, balancer, simulator, stop }
}

/** @param db of a migrated database without companies, which `addressOf` reaches */
export const startCluster = async ({ db, addressOf }: Opening): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-roles-'))
  const { s3, smtp, far, balancer, simulator, stop: stopWorld } = await openWorld(folder)
  const fallen: string[] = []
  const members: Member[] = []
  const end = () => Promise.all(members.map((member) => member.end()))
  const stop = async () => {
    await end()
    await stopWorld()
  }
  try {
    await openPortals(db, simulator.url, 4)
    await installRecorder(addressOf('padron_owner').connectionString)
    const people = await openCompanies(db, far.url())
    await buildConsole() // once, and not each api process for itself
    const env = settings({ addressOf, s3, smtp, publicUrl: balancer.url })
    for (const [n, role] of MEMBERS.entries()) {
      const own = { ...env, PADRON_DATA_DIR: join(folder, `${role}-${n}`) }
      members.push(await startMember({ role, env: own, fell: (what) => void fallen.push(what) }))
    }
    balancer.serve(members)
    await Promise.all(members.map((member) => member.ready()))
    return { db, s3, smtp, far, balancer, members, people, fallen, end, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
