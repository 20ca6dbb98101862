// Row-level security without the application: what the application's role may do to another company's rows and to the
// activity log if the code is bypassed. Everything is tried as the roles themselves, in SQL.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { expectRefused } from '../../testing/attacks/refusal.ts'
import { createFixtures, type Fixtures } from '../../testing/fixtures.ts'
import { tenantRowHashes } from '../../testing/rows.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { asSystem, asTenant, type Tx } from '../client.ts'

let server: TestServer
let company: Company
let other: Company
let main: Somebody
let ours: Fixtures
let theirs: Fixtures

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  other = await server.company('sur')
  await server.somebody(other, 'admin', ['admin'])
  ours = await createFixtures(server, company, 'NUESTRO')
  theirs = await createFixtures(server, other, 'CANARIO')
})
afterAll(() => server.stop())

const asUs = (work: (tx: Tx) => Promise<unknown>) => asTenant(server.db, company.tenantId, work)
const statement = (text: string) => (tx: Tx) => sql.raw(text).execute(tx)
const theirRows = () => tenantRowHashes(server.db, other.tenantId)

describe('another company’s profile or tag', () => {
  const missing = 999_999_999
  const bodies = (kind: 'tag' | 'profile', id: number) => {
    const named = kind === 'tag' ? { tags: [{ tagId: id }] } : { preset: { presetId: id } }
    const userClass = { user: { username: 'nuevo' }, preset: { presetId: ours.profile }, ...named }
    const userClassFilter = { user: { userId: ours.user, version: 1 } }
    return [
      { method: 'POST' as const, url: '/api/v2/users/create', payload: { userClass } },
      { method: 'PUT' as const, url: '/api/v2/users', payload: { userClassFilter, userClass: named } },
    ]
  }

  it.each(['tag', 'profile'] as const)(
    'given to a user (%s) gets the same response as one that does not exist, and nothing is written',
    async (kind) => {
      const before = [await theirRows(), await tenantRowHashes(server.db, company.tenantId)]
      const [foreign, absent] = [bodies(kind, theirs[kind]), bodies(kind, missing)]
      for (const [i, request] of foreign.entries()) {
        const answer = await server.ask(main, request)
        expectRefused(answer, [422], request.url)
        const { status, body } = await server.ask(main, absent[i] ?? request)
        expect({ status, body }).toEqual({ status: answer.status, body: answer.body })
      }
      expect([await theirRows(), await tenantRowHashes(server.db, company.tenantId)]).toEqual(before)
    },
  )

  it('beside one of ours is rejected as a whole', async () => {
    const before = await tenantRowHashes(server.db, company.tenantId)
    const payload = {
      userClassFilter: { user: { userId: ours.user, version: 1 } },
      userClass: { userInfo: { firstName: 'Otro' }, tags: [{ tagId: ours.tag }, { tagId: theirs.tag }] },
    }
    expectRefused(await server.ask(main, { method: 'PUT', url: '/api/v2/users', payload }), [422], 'tags')
    expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
  })
})

describe('the application’s role, bound to one company', () => {
  const REFUSED: readonly { what: string; text: () => string; why: RegExp }[] = [
    {
      what: 'tags our user with their tag',
      why: /foreign key/,
      text: () => `insert into user_tag (user_id, tag_id) values (${ours.user}, ${theirs.tag})`,
    },
    {
      what: 'tags their user with our tag',
      why: /foreign key/,
      text: () => `insert into user_tag (user_id, tag_id) values (${theirs.user}, ${ours.tag})`,
    },
    {
      what: 'tags their user with theirs, as theirs',
      why: /row-level security/,
      text: () =>
        `insert into user_tag (tenant_id, user_id, tag_id) values (${other.tenantId}, ${theirs.user}, ${theirs.tag})`,
    },
    {
      what: 'tags our vehicle with their tag',
      why: /foreign key/,
      text: () => `insert into vehicle_tag (vehicle_id, tag_id) values (${ours.vehicle}, ${theirs.tag})`,
    },
    {
      what: 'gives our user their profile',
      why: /foreign key/,
      text: () => `update app_user set preset_id = ${theirs.profile} where user_id = ${ours.user}`,
    },
    {
      what: 'makes a user with their profile',
      why: /foreign key/,
      text: () =>
        `insert into app_user (username, password_hash, preset_id) values ('norte-x', 'x', ${theirs.profile})`,
    },
    {
      what: 'makes a user of theirs',
      why: /row-level security/,
      text: () => `insert into app_user (tenant_id, username, password_hash) values (${other.tenantId}, 'sur-x', 'x')`,
    },
    {
      what: 'moves our user to them',
      why: /row-level security/,
      text: () => `update app_user set tenant_id = ${other.tenantId} where user_id = ${main.userId}`,
    },
    {
      what: 'opens a session of theirs',
      why: /row-level security/,
      text: () =>
        `
          insert into access_token (tenant_id, token_hash, user_id, client_id, scope, expires_at)
          values (${other.tenantId}, 'x', ${theirs.user}, '', '', now() + interval '1 h')`,
    },
    {
      what: 'opens a session of ours for their user',
      why: /foreign key/,
      text: () =>
        `
          insert into access_token (token_hash, user_id, client_id, scope, expires_at)
          values ('x', ${theirs.user}, '', '', now() + interval '1 h')`,
    },
    {
      what: 'replaces our vehicle by theirs',
      why: /foreign key/,
      text: () => `update vehicle set replaced_by = ${theirs.vehicle} where vehicle_id = ${ours.vehicle}`,
    },
    {
      what: 'puts our tag into their group',
      why: /foreign key/,
      text: () => `update tag set tag_category_id = (select ${theirs.tag}) where tag_id = ${ours.tag}`,
    },
    { what: 'reads the keys of passwords', why: /permission denied/, text: () => 'select * from secret_key' },
    { what: 'reads sign-in attempts', why: /permission denied/, text: () => 'select * from sign_in_attempt' },
    {
      what: 'disables the triggers',
      why: /permission denied/,
      text: () => 'set local session_replication_role = replica',
    },
    {
      what: 'disables one table’s triggers',
      why: /must be owner/,
      text: () => 'alter table app_user disable trigger all',
    },
    {
      what: 'disables row-level security',
      why: /must be owner/,
      text: () => 'alter table app_user no force row level security',
    },
    {
      what: 'makes a policy of its own',
      why: /must be owner/,
      text: () => 'create policy mine on app_user using (true)',
    },
    { what: 'empties a table', why: /permission denied/, text: () => 'truncate app_user' },
    {
      what: 'makes a function in the schema',
      why: /permission denied/,
      text: () => `create function public.current_actor2() returns int language sql return 1`,
    },
    {
      what: 'adds to the activity log by hand',
      why: /permission denied/,
      text: () =>
        `
          insert into activity (origin, who, subject_kind, subject_name, action, changes)
          values ('console', 'x', 'user', 'x', 'create', '{}')`,
    },
    { what: 'alters the activity log', why: /permission denied/, text: () => `update activity set who = 'x'` },
    { what: 'deletes from the activity log', why: /permission denied/, text: () => 'delete from activity' },
    { what: 'empties the activity log', why: /permission denied/, text: () => 'truncate activity' },
    {
      what: 'opens the activity log',
      why: /must be owner/,
      text: () => 'alter table activity disable row level security',
    },
  ]

  it.each(REFUSED)('$what: rejected, and all rows are unchanged', async ({ text, why }) => {
    const before = [await theirRows(), await tenantRowHashes(server.db, company.tenantId)]
    await expect(asUs(statement(text()))).rejects.toThrow(why)
    expect([await theirRows(), await tenantRowHashes(server.db, company.tenantId)]).toEqual(before)
  })

  it('cannot use a function that writes as the owner as a trigger of its own table', async () => {
    const before = [await theirRows(), await tenantRowHashes(server.db, company.tenantId)]
    const forging = `
      create temporary table forged (tenant_id bigint, tag_id bigint, tag_name text);
      create trigger forge after insert on forged referencing new table as new_rows
        for each statement execute function record_rows('tag', 'tag_id', 'tag_name');
      insert into forged values (${other.tenantId}, 1, 'inventada')`
    await expect(asUs(statement(forging))).rejects.toThrow('permission denied for function record_rows')
    expect([await theirRows(), await tenantRowHashes(server.db, company.tenantId)]).toEqual(before)
  })

  // On a server of the operator's own, one login can switch to either role, each in a pool of its own.
  it.runIf(inject('postgres').embedded)('cannot switch to another role', async () => {
    for (const role of ['padron_system', 'padron_owner'])
      await expect(asUs(statement(`set local role ${role}`))).rejects.toThrow(/permission denied/)
  })

  it('sees, changes and deletes no rows of the other company in any table', async () => {
    const before = await theirRows()
    const { rows: tables } = await asSystem(server.db, async (tx) =>
      sql<{
        name: string
      }>`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relkind in ('r', 'p')
          and not c.relispartition
          and c.relnamespace = 'public'::regnamespace
          and c.relname <> 'activity'`.execute(tx),
    )
    expect(tables.length).toBeGreaterThan(15)
    for (const { name } of tables) {
      const seen = await asTenant(
        server.db,
        company.tenantId,
        async (tx) =>
          (
            await sql<{
              n: number
            }>`select count(*)::int as n from ${sql.table(name)} where tenant_id <> ${company.tenantId}`.execute(tx)
          ).rows[0],
      )
      expect(seen, name).toEqual({ n: 0 })
      for (const text of [`update ${name} set tenant_id = tenant_id`, `delete from ${name}`]) {
        // If the role may not even change its own rows, the statement is rejected.
        await asUs(statement(`${text} where tenant_id = ${other.tenantId}`)).catch((error: unknown) =>
          expect(String(error), name).toMatch(/permission denied/),
        )
      }
    }
    expect(await theirRows()).toEqual(before)
  })

  it('finds no rows of theirs through functions that bypass the policies', async () => {
    const found = await asTenant(server.db, company.tenantId, async (tx) => [
      ...(await sql`select * from vehicles_containing('plate', 'CANARIO')`.execute(tx)).rows,
      ...(await sql`select * from vehicles_containing('custom_id', '')`.execute(tx)).rows,
      ...(await sql`select * from best_match('CANARIO')`.execute(tx)).rows,
      ...(await sql`select * from match_by_holder('CANARIO')`.execute(tx)).rows,
      ...(await sql`select * from match_by_vin_end('0001')`.execute(tx)).rows,
    ])
    expect(found).toEqual([{ vehicle_id: ours.vehicle }])
  })

  it('bound to no company sees and changes nothing', async () => {
    const before = [await theirRows(), await tenantRowHashes(server.db, company.tenantId)]
    for (const text of [
      'select * from app_user',
      'select * from activity',
      `select * from best_match('')`,
      `select * from match_by_holder('CANARIO')`,
      `select * from match_by_vin_end('0001')`,
      'select * from access_token',
    ])
      expect((await server.db.app.query(text)).rows, text).toEqual([])
    await server.db.app.query('update app_user set active = false')
    await server.db.app.query('delete from access_token')
    await expect(
      server.db.app.query(`insert into preset (preset_name, role_ids) values ('x', '{11}')`),
    ).rejects.toThrow()
    expect([await theirRows(), await tenantRowHashes(server.db, company.tenantId)]).toEqual(before)
  })
})

describe('the activity log', () => {
  const record = (tenant: number) => `select record_activity(${tenant}, 'import', null, 'inventado', 'create', '{}')`

  it('accepts nothing about another company, not even from a connection without a company', async () => {
    const before = await theirRows()
    await asUs(statement(record(other.tenantId))).catch(() => undefined)
    await server.db.app.query(record(other.tenantId)).catch(() => undefined)
    expect(await theirRows()).toEqual(before)
  })

  it('cannot be changed, and is deleted only with a company whose waiting period is over', async () => {
    const ofOther = () => tenantRowHashes(server.db, other.tenantId, ['activity'])
    const before = await ofOther()
    const asAll = (text: string) => server.db.system.query(text)
    await expect(asAll(`update activity set who = 'x'`)).rejects.toThrow(/permission denied/)
    await expect(asAll('truncate activity')).rejects.toThrow(/permission denied/)
    expect((await asAll('delete from activity')).rowCount).toBe(0)
    await asAll(`update company set erase_at = now() + interval '1 day' where tenant_id = ${other.tenantId}`)
    const current = await ofOther() // the request to erase is recorded too
    expect(current).not.toEqual(before)
    expect((await asAll('delete from activity')).rowCount).toBe(0)
    expect(await ofOther()).toEqual(current)
    await asAll(`update company set erase_at = now() - interval '1 s' where tenant_id = ${other.tenantId}`)
    expect((await asAll('delete from activity')).rowCount).toBeGreaterThan(0)
    expect(await tenantRowHashes(server.db, other.tenantId, ['activity'])).toEqual({ activity: '0 ' })
    expect((await tenantRowHashes(server.db, company.tenantId, ['activity'])).activity).not.toBe('0 ')
  })
})
