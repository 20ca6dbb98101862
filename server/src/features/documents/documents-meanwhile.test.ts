// What happens to documents while something else does: a fleet that is deleted, tags that go, who sends one and may
// no longer, and a form that comes twice.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, bulkAsTenant, type Tx } from '../../db/client.ts'
import { deleteBatch } from '../../db/fleet-archive.ts'
import { diskContents } from '../../files/contents/disk-contents.ts'
import { DOCUMENTS, type DocumentCalls, documentCalls, EXPIRY, TYPES, titleOf } from '../../testing/documents.ts'
import { createTag } from '../../testing/fixtures.ts'
import { PDF } from '../../testing/proof-files.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { deleteTags } from '../tags/delete-tags.ts'
import { purgeRemoved } from './change.ts'

let clock = new Date('2026-11-21T18:00:00Z')
let server: TestServer
let company: Company
let papers: DocumentCalls
let plates = 0
/** While a file is on its way into the store. */
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
  papers = documentCalls(server, await server.somebody(company, 'admin', ['admin']))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A company of its own, with a vehicle and a document of it. */
const filed = async (name: string) => {
  const own = await server.company(name)
  const theirs = documentCalls(server, await server.somebody(own, 'admin', ['admin']))
  const [vehicle = 0] = await server.vehicles(own, [{ plate: 'MIE001A' }])
  const type = await theirs.type('Póliza', [EXPIRY])
  const field = type.docFields[0]?.documentFieldId ?? 0
  const { documentId } = await theirs.create({ vehicle, type: type.documentTypeId, values: [[field, '2027-01-01']] })
  return { ...own, papers: theirs, vehicle, type: type.documentTypeId, field, documentId }
}

const isWaited = async () =>
  (
    await server.db.system.query(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
  ).rows.length > 0
/**
 * One holds this, `work` comes to wait for it, and then the first goes on to its end; neither may be in the other's
 * way.
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

  it('a change of a document waits, and then there is none', async () => {
    const own = await filed('editada')
    const fields = [{ documentFieldId: own.field, value: '2028-02-02' }]
    const edit = () => own.papers.ask('PUT', DOCUMENTS, { document: { documentId: own.documentId }, fields })
    expect((await meeting(own, held(own.vehicle), edit, wipe(own.tenantId))).status).toBe(404)
  })

  it('another file for one waits, and then there is none', async () => {
    const own = await filed('renovada')
    const replace = () => own.papers.replace(own.documentId, 1)
    expect((await meeting(own, held(own.vehicle), replace, wipe(own.tenantId))).status).toBe(404)
  })

  it('a change of their type waits, and is made', async () => {
    const own = await filed('tipada')
    const documentType = { DocumentTypeId: own.type, DocumentTypeName: 'Seguro', version: 1 }
    const fields = [{ ...EXPIRY, DocumentFieldId: own.field, FieldName: 'Vence' }]
    const change = () => own.papers.ask('PUT', TYPES, { documentType, fields })
    expect((await meeting(own, held(own.vehicle), change, wipe(own.tenantId))).status).toBe(200)
  })

  it('what was removed long ago is forgotten with it', async () => {
    const own = await filed('olvidada')
    await own.papers.ask('DELETE', DOCUMENTS, own.documentId)
    const forget = () => purgeRemoved(server.db, new Date(clock.getTime() + 31 * 86_400_000))
    expect(await meeting(own, held(own.vehicle), forget, wipe(own.tenantId))).toBe(0)
  })
})

describe('while a tag is deleted', () => {
  const require = (type: number, version: number, tagIds: number[]) =>
    papers.ask('PUT', `${TYPES}/required`, { documentTypeId: type, version, required: 'tags', tagIds })

  it('asking a type of its vehicles waits, and is told that the type changed', async () => {
    const type = await papers.type('Pedida')
    const [going, staying] = [await createTag(server, company, 'va'), await createTag(server, company, 'queda')]
    expect((await require(type.documentTypeId, 1, [going])).status).toBe(200)
    const answer = await meeting(
      company,
      sql`select from tag where tag_id = ${going} for update`,
      () => require(type.documentTypeId, 2, [going, staying]),
      (tx) => deleteTags(tx, { tenantId: company.tenantId, who: 'x', tagIds: [going] }),
    )
    expect([answer.status, titleOf(answer)]).toEqual([
      409,
      'Otra persona cambió este tipo de documento mientras usted lo editaba.',
    ])
  })

  it('its deletion waits for who takes it from a type', async () => {
    const type = await papers.type('Soltada')
    const tag = await createTag(server, company, 'suelta')
    expect((await require(type.documentTypeId, 1, [tag])).status).toBe(200)
    const answer = await meeting(
      company,
      sql`select from document_type where document_type_id = ${type.documentTypeId} for update`,
      () => papers.ask('DELETE', '/api/v2/tags', { tags: [{ tagId: tag }] }),
      (tx) => sql`delete from document_type_tag where document_type_id = ${type.documentTypeId}`.execute(tx),
    )
    expect(answer.status).toBe(200)
  })
})

const SUSPENDED = 'La cuenta de la empresa está suspendida.'
const NO_ACCESS = 'Quien pidió el trabajo ya no tiene acceso a la cuenta.'
const NO_PERMISSION = 'Quien pidió el trabajo ya no tiene el permiso que requiere.'
type Fall = (who: Somebody, company: Company) => RawBuilder<unknown>
const FALLS: [string, string, Fall][] = [
  ['whose user ended', NO_ACCESS, ({ userId }) => sql`update app_user set active = false where user_id = ${userId}`],
  ['whose user was deleted', NO_ACCESS, ({ userId }) => sql`delete from app_user where user_id = ${userId}`],
  [
    'of a company that was suspended',
    SUSPENDED,
    (_, { tenantId }) => sql`update company set suspended_at = now() where tenant_id = ${tenantId}`,
  ],
  [
    'whose permission was taken',
    NO_PERMISSION,
    ({ userId }) => sql`update app_user set role_ids = '{}' where user_id = ${userId}`,
  ],
]
describe('while a file travels', () => {
  it.each(FALLS)('somebody %s brings none', async (_, title, fall) => {
    const own = await filed(`caida${++plates}`)
    const who = await server.somebody(own, 'beto', ['documents_admin'])
    const { send, replace } = documentCalls(server, who)
    const before = await own.papers.list(own.vehicle)
    const file = Buffer.concat([PDF, Buffer.from('otra')])
    meanwhile = () => asSystem(server.db, (tx) => fall(who, own).execute(tx))
    const sent = await send({ vehicle: own.vehicle, type: own.type, file })
    meanwhile = async () => undefined
    expect([sent.status, titleOf(sent)]).toEqual([403, title])
    await server.db.system.query('update company set suspended_at = null where tenant_id = $1', [own.tenantId])
    expect((await own.papers.list(own.vehicle)).length).toBe(before.length)
    expect((await replace(own.documentId, 1)).status).not.toBe(title === SUSPENDED ? 403 : 200)
  })

  it('a program whose token was revoked brings none', async () => {
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
    expect([sent.status, titleOf(sent)]).toEqual([403, 'El token con que se pidió ya no sirve.'])
  })

  it('another file for a document is refused the same', async () => {
    const own = await filed('reemplazo')
    const who = await server.somebody(own, 'beto', ['documents_admin'])
    meanwhile = () => server.db.system.query("update app_user set role_ids = '{}' where user_id = $1", [who.userId])
    const replaced = await documentCalls(server, who).replace(own.documentId, 1)
    meanwhile = async () => undefined
    expect([replaced.status, titleOf(replaced)]).toEqual([403, NO_PERMISSION])
    expect((await own.papers.list(own.vehicle))[0]).toMatchObject({ version: 1, files: 1 })
  })
})

describe('a form that comes twice', () => {
  const idOf = ({ body }: { body: unknown }) => (body as { documentId: number }).documentId
  const form = async (fields = [EXPIRY]) => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: `DOS${String(++plates).padStart(3, '0')}A` }])
    const type = await papers.type(`Doble ${plates}`, fields)
    const field = type.docFields[0]?.documentFieldId ?? 0
    return { vehicle, type: type.documentTypeId, name: 'Papel', values: [[field, '2027-01-01']] as const }
  }

  it('at once, or after its answer was lost, makes one document', async () => {
    const sent = await form()
    const all = await Promise.all([papers.send(sent), papers.send(sent), papers.send({ ...sent, name: ' Papel ' })])
    all.push(await papers.send(sent))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const list = await papers.list(sent.vehicle)
    expect(list).toHaveLength(1)
    expect(new Set(all.map(idOf))).toEqual(new Set(list.map(({ documentId }) => documentId)))
  })

  it('with another file, name, value, type or user, or after two minutes, makes another', async () => {
    const sent = await form()
    const type = await papers.type('Doble otra')
    const colleague = documentCalls(server, await server.somebody(company, 'colega', ['documents_admin']))
    const first = clock
    const all = [
      await papers.send(sent),
      await papers.send({ ...sent, file: Buffer.concat([PDF, Buffer.from('x')]) }),
      await papers.send({ ...sent, name: 'Otro' }),
      await papers.send({ ...sent, values: [[sent.values[0][0], '2028-01-01']] }),
      await papers.send({ ...sent, values: [] }),
      await papers.send({ ...sent, type: type.documentTypeId, values: [] }),
      await colleague.send(sent),
    ]
    clock = new Date(first.getTime() + 120_001)
    all.push(await papers.send(sent))
    clock = first
    expect(new Set(all.map(idOf)).size).toBe(all.length)
  })

  it('makes another where the first was removed, changed or given another file', async () => {
    const sent = await form()
    const made = [idOf(await papers.send(sent))]
    await papers.ask('DELETE', DOCUMENTS, made[0])
    made.push(idOf(await papers.send(sent)))
    await papers.ask('PUT', DOCUMENTS, { document: { documentId: made[1], documentName: 'Papel' } })
    made.push(idOf(await papers.send(sent)))
    await papers.replace(made[2] ?? 0, 1)
    made.push(idOf(await papers.send(sent)))
    expect(new Set(made).size).toBe(4)
  })

  it('is answered too where it was the last that the vehicle may have', async () => {
    const sent = await form()
    await server.db.system.query(
      `
        insert into document (tenant_id, vehicle_id, document_type_id, document_name)
        select $1, $2, $3, 'N' || n
        from generate_series(1, 499) n`,
      [company.tenantId, sent.vehicle, sent.type],
    )
    const all = [await papers.send(sent), await papers.send(sent)]
    expect(all.map(({ status }) => status)).toEqual([200, 200])
    expect((await papers.send({ ...sent, name: 'Otro' })).status).toBe(409)
  })
})
