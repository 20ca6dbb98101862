// Concurrent changes of documents: while a fleet or a tag is deleted, while the sender loses the permission, and when a
// form arrives twice.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, bulkAsTenant, type Tx } from '../../db/client.ts'
import { diskContents } from '../../files/contents/disk-contents.ts'
import { deleteBatch } from '../../fleet/archive/archive.ts'
import { isDrill } from '../../testing/drill.ts'
import {
  DOCUMENTS,
  type DocumentCalls,
  documentCalls,
  EXPIRY,
  readTitle,
  TYPES,
} from '../../testing/files/documents.ts'
import { PDF } from '../../testing/files/proof-files.ts'
import { createTag } from '../../testing/fixtures.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { deleteTags } from '../tags/delete-tags.ts'
import { purgeRemoved } from './change.ts'

let clock = new Date('2026-11-21T18:00:00Z')
let server: TestServer
let company: Company
let client: DocumentCalls
let plates = 0
/** Runs while a file is being stored. */
let meanwhile: () => Promise<unknown> = async () => undefined
const folder = mkdtempSync(join(tmpdir(), 'padron-meanwhile-'))
const disk = diskContents(folder)
beforeAll(async () => {
  const put: typeof disk.put = async (key, file) => {
    await meanwhile()
    await disk.put(key, file)
  }
  server = await testServer(() => clock, { contents: { ...disk, put } })
  company = await server.company('norte')
  client = documentCalls(server, await server.somebody(company, 'admin', ['admin']))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Creates a company with a vehicle and a document. */
const filed = async (name: string) => {
  const own = await server.company(name)
  const otherClient = documentCalls(server, await server.somebody(own, 'admin', ['admin']))
  const [vehicle = 0] = await server.vehicles(own, [{ plate: 'MIE001A' }])
  const type = await otherClient.type('Póliza', [EXPIRY])
  const field = type.docFields[0]?.documentFieldId ?? 0
  const { documentId } = await otherClient.create({
    vehicle,
    type: type.documentTypeId,
    values: [[field, '2027-01-01']],
  })
  return { ...own, client: otherClient, vehicle, type: type.documentTypeId, field, documentId }
}

const isWaited = async () =>
  (
    await server.db.system.query(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
  ).rows.length > 0
/**
 * The first transaction holds the lock, `work` waits for it, then the first one ends; they must not deadlock.
 */
const meeting = async <T>(
  { tenantId }: Company,
  held: RawBuilder<unknown>,
  work: () => Promise<T>,
  goOn: (tx: Tx) => Promise<unknown>,
): Promise<T> => {
  let over = false
  let done: Promise<T> | undefined
  await bulkAsTenant(server.db, tenantId, async (tx) => {
    await held.execute(tx)
    done = work().finally(() => {
      over = true
    })
    while (!over && !(await isWaited()));
    expect(over).toBe(false)
    await goOn(tx)
  })
  if (!done) throw new Error('it did not begin')
  return done
}

describe('while a fleet is deleted', () => {
  const held = (vehicle: number) => sql`select from vehicle where vehicle_id = ${vehicle} for update`
  const wipe = (tenantId: number) => async (tx: Tx) => {
    const id = randomUUID()
    await sql`insert into deletion (deletion_id, who) values (${id}, 'x')`.execute(tx)
    expect(await deleteBatch(tx, tenantId, id, new Date(Date.now() + 60_000).toISOString())).toBe(1)
  }

  it('a change of a document waits, then gets 404', async () => {
    const own = await filed('editada')
    const fields = [{ documentFieldId: own.field, value: '2028-02-02' }]
    const edit = () => own.client.ask('PUT', DOCUMENTS, { document: { documentId: own.documentId }, fields })
    expect((await meeting(own, held(own.vehicle), edit, wipe(own.tenantId))).status).toBe(404)
  })

  it('a replaced file waits, then gets 404', async () => {
    const own = await filed('renovada')
    const replace = () => own.client.replace(own.documentId, 1)
    expect((await meeting(own, held(own.vehicle), replace, wipe(own.tenantId))).status).toBe(404)
  })

  it('a change of the type waits, then succeeds', async () => {
    const own = await filed('tipada')
    const documentType = { DocumentTypeId: own.type, DocumentTypeName: 'Seguro', version: 1 }
    const fields = [{ ...EXPIRY, DocumentFieldId: own.field, FieldName: 'Vence' }]
    const change = () => own.client.ask('PUT', TYPES, { documentType, fields })
    expect((await meeting(own, held(own.vehicle), change, wipe(own.tenantId))).status).toBe(200)
  })

  it('documents removed long ago are deleted with the fleet', async () => {
    const own = await filed('olvidada')
    await own.client.ask('DELETE', DOCUMENTS, own.documentId)
    const purge = () => purgeRemoved(server.db, new Date(clock.getTime() + 31 * 86_400_000))
    expect(await meeting(own, held(own.vehicle), purge, wipe(own.tenantId))).toBe(0)
  })
})

describe('while a tag is deleted', () => {
  const require = (type: number, version: number, tagIds: number[]) =>
    client.ask('PUT', `${TYPES}/required`, { documentTypeId: type, version, required: 'tags', tagIds })

  it('requiring a type by the tag waits, then gets 409: the type changed', async () => {
    const type = await client.type('Pedida')
    const [going, staying] = [await createTag(server, company, 'va'), await createTag(server, company, 'queda')]
    expect((await require(type.documentTypeId, 1, [going])).status).toBe(200)
    const answer = await meeting(
      company,
      sql`select from tag where tag_id = ${going} for update`,
      () => require(type.documentTypeId, 2, [going, staying]),
      (tx) => deleteTags(tx, { tenantId: company.tenantId, who: 'x', tagIds: [going] }),
    )
    expect([answer.status, readTitle(answer)]).toEqual([
      409,
      'Otra persona cambió este tipo de documento mientras usted lo editaba.',
    ])
  })

  it('the deletion of the tag waits for a type that stops using it', async () => {
    const type = await client.type('Soltada')
    const tag = await createTag(server, company, 'suelta')
    expect((await require(type.documentTypeId, 1, [tag])).status).toBe(200)
    const answer = await meeting(
      company,
      sql`select from document_type where document_type_id = ${type.documentTypeId} for update`,
      () => client.ask('DELETE', '/api/v2/tags', { tags: [{ tagId: tag }] }),
      (tx) => sql`delete from document_type_tag where document_type_id = ${type.documentTypeId}`.execute(tx),
    )
    expect(answer.status).toBe(200)
  })
})

const SUSPENDED = 'La cuenta de la empresa está suspendida.'
const NO_ACCESS = 'Quien pidió el trabajo ya no tiene acceso a la cuenta.'
const NO_PERMISSION = 'Quien pidió el trabajo ya no tiene el permiso que requiere.'
type LoseRights = (who: Somebody, company: Company) => RawBuilder<unknown>
const LOST_RIGHTS: [string, string, LoseRights][] = [
  [
    'whose user was deactivated',
    NO_ACCESS,
    ({ userId }) => sql`update app_user set active = false where user_id = ${userId}`,
  ],
  ['whose user was deleted', NO_ACCESS, ({ userId }) => sql`delete from app_user where user_id = ${userId}`],
  [
    'of a company that was suspended',
    SUSPENDED,
    (_, { tenantId }) => sql`update company set suspended_at = now() where tenant_id = ${tenantId}`,
  ],
  [
    'whose permission was revoked',
    NO_PERMISSION,
    ({ userId }) => sql`update app_user set role_ids = '{}' where user_id = ${userId}`,
  ],
  [
    'who sees only a part of the vehicles now',
    'Quien pidió el trabajo ve ahora solo una parte de los vehículos.',
    ({ userId }) => sql`update app_user set vehicle_scope = '{"lessors": ["NADIE"]}' where user_id = ${userId}`,
  ],
]
describe('during an upload', () => {
  it.each(LOST_RIGHTS)('a sender %s creates no document', async (_, title, fall) => {
    const own = await filed(`caida${++plates}`)
    const who = await server.somebody(own, 'beto', ['documents_admin'])
    const { send, replace } = documentCalls(server, who)
    const before = await own.client.list(own.vehicle)
    const file = Buffer.concat([PDF, Buffer.from('otra')])
    meanwhile = () => asSystem(server.db, (tx) => fall(who, own).execute(tx))
    const sent = await send({ vehicle: own.vehicle, type: own.type, file })
    meanwhile = async () => undefined
    expect([sent.status, readTitle(sent)]).toEqual([403, title])
    await server.db.system.query('update company set suspended_at = null where tenant_id = $1', [own.tenantId])
    expect((await own.client.list(own.vehicle)).length).toBe(before.length)
    expect((await replace(own.documentId, 1)).status).not.toBe(title === SUSPENDED ? 403 : 200)
  })

  it('a revoked token creates no document', async () => {
    const own = await filed('programa')
    const who = await server.somebody(own, 'beto', ['documents_admin'])
    const payload = { name: 'ERP', permissions: ['documents_admin'], days: 30 }
    const { body } = await server.ask(who, { method: 'POST', url: '/api/v2/tokens', payload })
    const { token } = body as { token: string }
    meanwhile = () =>
      server.db.system.query('update personal_token set revoked_at = now() where user_id = $1', [who.userId])
    const file = Buffer.concat([PDF, Buffer.from('de un programa')])
    const sent = await documentCalls(server, { ...who, token }).send({ vehicle: own.vehicle, type: own.type, file })
    meanwhile = async () => undefined
    expect([sent.status, readTitle(sent)]).toEqual([403, 'El token con que se pidió ya no sirve.'])
  })

  it('a sender without the permission cannot replace a file', async () => {
    const own = await filed('reemplazo')
    const who = await server.somebody(own, 'beto', ['documents_admin'])
    meanwhile = () => server.db.system.query("update app_user set role_ids = '{}' where user_id = $1", [who.userId])
    const replaced = await documentCalls(server, who).replace(own.documentId, 1)
    meanwhile = async () => undefined
    expect([replaced.status, readTitle(replaced)]).toEqual([403, NO_PERMISSION])
    expect((await own.client.list(own.vehicle))[0]).toMatchObject({ version: 1, files: 1 })
  })
})

describe('a repeated form', () => {
  const idOf = ({ body }: { body: unknown }) => (body as { documentId: number }).documentId
  const form = async (fields = [EXPIRY]) => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: `DOS${String(++plates).padStart(3, '0')}A` }])
    const type = await client.type(`Doble ${plates}`, fields)
    const field = type.docFields[0]?.documentFieldId ?? 0
    return { vehicle, type: type.documentTypeId, name: 'Papel', values: [[field, '2027-01-01']] as const }
  }

  it('creates one document, concurrently or after a lost response', async () => {
    const sent = await form()
    const all = await Promise.all([client.send(sent), client.send(sent), client.send({ ...sent, name: ' Papel ' })])
    all.push(await client.send(sent))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const list = await client.list(sent.vehicle)
    expect(list).toHaveLength(1)
    expect(new Set(all.map(idOf))).toEqual(new Set(list.map(({ documentId }) => documentId)))
  })

  it.runIf(isDrill)('with another file, name, value, type or user, or after two minutes, creates another', async () => {
    const sent = await form()
    const type = await client.type('Doble otra')
    const colleague = documentCalls(server, await server.somebody(company, 'colega', ['documents_admin']))
    const first = clock
    const all = [
      await client.send(sent),
      await client.send({ ...sent, file: Buffer.concat([PDF, Buffer.from('x')]) }),
      await client.send({ ...sent, name: 'Otro' }),
      await client.send({ ...sent, values: [[sent.values[0][0], '2028-01-01']] }),
      await client.send({ ...sent, values: [] }),
      await client.send({ ...sent, type: type.documentTypeId, values: [] }),
      await colleague.send(sent),
    ]
    clock = new Date(first.getTime() + 120_001)
    all.push(await client.send(sent))
    clock = first
    expect(new Set(all.map(idOf)).size).toBe(all.length)
  })

  it('creates another document if the first was removed or changed, or its file was replaced', async () => {
    const sent = await form()
    const made = [idOf(await client.send(sent))]
    await client.ask('DELETE', DOCUMENTS, made[0])
    made.push(idOf(await client.send(sent)))
    await client.ask('PUT', DOCUMENTS, { document: { documentId: made[1], documentName: 'Papel' } })
    made.push(idOf(await client.send(sent)))
    await client.replace(made[2] ?? 0, 1)
    made.push(idOf(await client.send(sent)))
    expect(new Set(made).size).toBe(4)
  })

  it('gets the same response if the first was the last allowed for the vehicle', async () => {
    const sent = await form()
    await server.db.system.query(
      `
        insert into document (tenant_id, vehicle_id, document_type_id, document_name)
        select $1, $2, $3, 'N' || n
        from generate_series(1, 499) n`,
      [company.tenantId, sent.vehicle, sent.type],
    )
    const all = [await client.send(sent), await client.send(sent)]
    expect(all.map(({ status }) => status)).toEqual([200, 200])
    expect((await client.send({ ...sent, name: 'Otro' })).status).toBe(409)
  })
})
