// A database or disk without resources, as they really report it: a clear refusal, nothing written in part, and normal
// work afterwards. The errors come from the database itself (a trigger raises them) and from a device that is
// always full.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { asProblem } from '../problem.ts'

const NO_ROOM = 'No hay espacio en el servidor y no se guardó nada; avise a quien lo administra.'

let server: TestServer
let ana: Somebody
let owner: pg.Client

beforeAll(async () => {
  server = await testServer()
  ana = await server.somebody(await server.company('norte'), 'ana', ['tags_admin'])
  const { connectionString } = server.addressOf('padron_owner')
  owner = new pg.Client({ connectionString })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

const make = (name: string) =>
  server.ask(ana, {
    method: 'POST',
    url: '/api/v2/tags/categories',
    payload: {
      TagCategory: [
        { TagCategoryName: `${name} uno`, TagColor: 'red' },
        { TagCategoryName: `${name} dos`, TagColor: 'red' },
      ],
    },
  })
const made = async () => (await server.db.system.query('select 1 from tag_category')).rowCount

/** The second of the two rows of a call raises the error. */
const failWith = (code: string) =>
  owner.query(`
    create function raise_error() returns trigger language plpgsql as $$ begin
      if new.category_name like '% dos' then raise exception 'out of resources' using errcode = '${code}'; end if;
      return new;
    end $$;
    create trigger raise_error before insert on tag_category for each row execute function raise_error()`)
const heal = () => owner.query('drop function if exists raise_error cascade')

describe('an error of the database is reported, and nothing is stored', () => {
  it.each([
    ['its disk is full', '53100', 507, NO_ROOM],
    ['it has no memory', '53200', 503, /memoria libre/],
    ['it accepts no more connections', '53300', 503, /no admite más conexiones/],
    ['it is read-only', '25006', 503, /solo permite consultar/],
    ['it stops', '57P01', 503, /no está disponible/],
    ['a lock is held', '55P03', 503, /en uso/],
    ['a deadlock', '40P01', 503, /al mismo tiempo/],
  ] as const)('%s (%s)', async (_what, code, status, title) => {
    const before = await made()
    await failWith(code)
    const refused = await make(code)
    expect(refused).toMatchObject({
      status,
      body: { status, title: expect.stringMatching(title) },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    })
    expect(await made()).toBe(before)
    await heal()
    expect((await make(code)).status).toBe(200)
    expect(await made()).toBe((before ?? 0) + 2)
  })

  it('a read-only connection is closed, because the next one may be writable', async () => {
    const backends = async () =>
      new Set(
        (
          await server.db.system.query<{ pid: number }>(
            `select pid from pg_stat_activity where usename = 'padron_app' and datname = current_database()`,
          )
        ).rows.map(({ pid }) => pid),
      )
    expect((await make('antes')).status).toBe(200)
    const before = await backends()
    await failWith('25006')
    const tries = before.size
    for (let i = 0; i < tries; i++) expect((await make('luego')).status).toBe(503)
    await heal()
    expect((await make('luego')).status).toBe(200)
    expect([...(await backends())].filter((pid) => before.has(pid))).toHaveLength(0)
  })
})

describe('the disk', () => {
  it('is full: the response says so, and when to retry', async () => {
    const full = await pipeline(Readable.from(['x'.repeat(100_000)]), createWriteStream('/dev/full')).catch(
      (error: unknown) => error,
    )
    expect(asProblem(full as Error)).toMatchObject({
      status: 507,
      title: NO_ROOM,
      headers: { 'retry-after': '60' },
      cause: full,
    })
  })
})
