// The rows that the database shows to a user who sees a part of the fleet; every table is covered.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillEmpty } from '../../testing/every-table.ts'
import { createFixtures, createTag } from '../../testing/fixtures.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { asSystem, asTenant, readAsTenant, type Tx, withPart, withScope } from '../client.ts'

/** Readable in a part although without a vehicle_id, and why that reveals nothing about other vehicles. */
const OF_NO_VEHICLE: Readonly<Record<string, string>> = {
  app_user: 'its own row alone',
  company: 'the name and settings of the company',
  catalogue_version: 'a number that rises',
  fleet_change: 'ids of changed vehicles, read to bring columns up to date, never answered',
  tag: 'the company’s words',
  tag_category: 'the company’s words',
  document_type: 'the company’s words',
  document_type_tag: 'which of them need which',
  document_field: 'the company’s words',
  company_logo: 'the company’s picture',
  email_logo: 'the company’s picture',
  own_calendar: 'dates of the company’s rules',
  dashboard_statistics: 'a number that rises; its figures are closed',
  sent_calendar_reminder: 'which dates of calendars the user was reminded of',
  check_result: 'by its run, which is of a vehicle',
  document_value: 'by its document, which is of a vehicle',
  document_version: 'by its document, which is of a vehicle',
  stored_file: 'by the document that it is of',
  vehicle: 'the part itself',
  tag_scope: 'vehicles of the part’s tags',
  user_name: 'names of colleagues',
  queue_item: 'their own jobs',
  mail: 'emails of their jobs and reports',
  unfinished_job: 'how many jobs the company has, for its limit',
  counted_email: 'how many emails, for its limit',
  counted_report: 'how many reports, for its limit',
  saved_view: 'their own views',
  view_use: 'what is made of their own views',
  scheduled_report: 'their own reports',
  report_round: 'rounds of their jobs',
  report_file: 'files of their jobs',
  email_setting: 'how the company’s emails look',
  state: 'the same for every company',
  resource: 'the same for every company',
  resource_service: 'the same for every company',
  portal: 'the same for every company',
  portal_account: 'the same for every company',
  source_outage: 'the same for every company',
  calendar_rule: 'the same for every company',
  payment_rule: 'the same for every company',
  rule_pack: 'the same for every company',
  appeal_rule: 'the same for every company',
  unit_value: 'the same for every company',
  holiday_rule: 'the same for every company',
}

/** Writes that a policy limits to the user's own rows. */
const OWN = [
  'mail update',
  'queue_item insert',
  'queue_item update',
  'report_round insert',
  'saved_view delete',
  'saved_view insert',
  'saved_view update',
  'scheduled_report delete',
  'scheduled_report insert',
  'scheduled_report update',
]

let server: TestServer
let company: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
})
afterAll(() => server.stop())

const rowsOf = <T>(query: string) => asSystem(server.db, async (tx) => (await sql.raw<T>(query).execute(tx)).rows)

describe('every table', () => {
  it('with a vehicle_id shows a part only its vehicles’ rows; others are readable for a stated reason', async () => {
    const tables = await rowsOf<{ name: string; ofVehicle: boolean; policy: string | null; readable: boolean }>(`
      select c.relname as name, pg_get_expr(p.polqual, c.oid) as policy,
        has_any_column_privilege('padron_scoped', c.oid, 'select') as readable,
        c.relkind <> 'v' and exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'vehicle_id' and not a.attisdropped
        ) as "ofVehicle"
      from pg_class c
      left join pg_policy p on p.polrelid = c.oid and p.polroles = array['padron_scoped'::regrole::oid]
      where c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relname <> 'vehicle'`)
    const forgotten = tables.filter(
      ({ ofVehicle, policy }) => ofVehicle && !/EXISTS \( SELECT\s+FROM vehicle v/.test(policy ?? ''),
    )
    expect(forgotten).toEqual([])
    const readable = tables.filter(({ readable, ofVehicle }) => readable && !ofVehicle).map(({ name }) => name)
    expect(readable.toSorted()).toEqual(
      Object.keys(OF_NO_VEHICLE)
        .filter((name) => name !== 'vehicle')
        .toSorted(),
    )
  })

  it('with rows of vehicles can be written only for the vehicles of the part', async () => {
    const open = await rowsOf(`
      select c.relname
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and (
          c.relname in ('document_version', 'document_value') or exists (
            select from pg_attribute a where a.attrelid = c.oid and a.attname = 'vehicle_id' and not a.attisdropped))
        and not exists (
          select from pg_trigger t
          where t.tgrelid = c.oid and t.tgname = 'part_keeps'
            and (pg_get_triggerdef(t.oid) like '% INSERT OR DELETE OR UPDATE ON %' or c.relname = 'vehicle'))`)
    expect(open).toEqual([])
  })

  it('is read-only for a part, except for the user’s own rows', async () => {
    const written = await rowsOf<{ name: string; privilege: string }>(`
      select c.relname as name, p.privilege
      from pg_class c
      cross join unnest(array['insert', 'update', 'delete', 'truncate']) p(privilege)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and (has_table_privilege('padron_scoped', c.oid, p.privilege)
          or p.privilege in ('insert', 'update') and has_any_column_privilege('padron_scoped', c.oid, p.privilege))
      order by 1, 2`)
    expect(written.map(({ name, privilege }) => `${name} ${privilege}`)).toEqual(OWN)
  })

  it('of a company hides other companies from a part', async () => {
    const open = await rowsOf(`
      select c.relname, pg_get_expr(p.polqual, c.oid)
      from pg_class c
      join pg_policy p on p.polrelid = c.oid and 'padron_scoped'::regrole::oid = any(p.polroles)
      where pg_get_expr(p.polqual, c.oid) not like '%current_setting(''app.tenant''::text, true)%'`)
    expect(open).toEqual([])
  })
})

describe('the part of a user', () => {
  let tags: [number, number]
  let userId: number
  beforeAll(async () => {
    tags = [await createTag(server, company, 'Norte'), await createTag(server, company, 'Sur')]
    const who = await server.somebody(company, 'jefe', ['vehicles_read'])
    userId = who.userId
    const [a = 0, b = 0, c = 0] = await server.vehicles(company, [
      { plate: 'ONE111A', stateId: 19, columns: { tax_identifier: 'AAA010101AAA', lessor_name: 'Arrendadora Uno' } },
      { plate: 'TWO222B', stateId: 9, columns: { tax_identifier: 'AAA010101AAA', lessor_name: 'ARRENDADORA ÚNO' } },
      { plate: 'TRE333C', stateId: 9, columns: { tax_identifier: 'BBB010101BBB' } },
      { plate: 'NIL444D', stateId: 5 },
    ])
    await asSystem(server.db, async (tx) => {
      const { tenantId: tenant_id } = company
      const tagged: [number, number][] = [
        [a, 0],
        [b, 1],
        [c, 1],
      ]
      for (const [vehicle_id, i] of tagged)
        await tx
          .insertInto('vehicle_tag')
          .values({ tenant_id, vehicle_id, tag_id: tags[i] as number })
          .execute()
    })
  })

  const setScope = (scope: object | null) =>
    asSystem(server.db, (tx) =>
      sql`update app_user set vehicle_scope = ${scope === null ? null : JSON.stringify(scope)}::jsonb,
        version = version + 1 where user_id = ${userId}`.execute(tx),
    )
  const platesIn = (tx: Tx) => tx.selectFrom('vehicle').select('plate').orderBy('plate').execute()
  const seen = async () => {
    const rows = await readAsTenant(withScope(server.db, userId), company.tenantId, platesIn)
    const changeable = await readAsTenant(withPart(server.db, userId), company.tenantId, (tx) =>
      tx.selectFrom('vehicle').select('plate').where(sql<boolean>`in_part(vehicle_id)`).orderBy('plate').execute(),
    )
    expect(changeable).toEqual(rows)
    return rows.map(({ plate }) => plate)
  }

  it.each([
    ['nothing set: every vehicle', null, ['NIL444D', 'ONE111A', 'TRE333C', 'TWO222B']],
    ['a state', { states: [19] }, ['ONE111A']],
    ['either of two states', { states: [5, 9] }, ['NIL444D', 'TRE333C', 'TWO222B']],
    ['a holder', { holders: ['AAA010101AAA'] }, ['ONE111A', 'TWO222B']],
    ['a lessor, however it is written', { lessors: ['arrendadora uno'] }, ['ONE111A', 'TWO222B']],
    ['a state and a holder', { states: [9], holders: ['AAA010101AAA'] }, ['TWO222B']],
    ['a holder without vehicles', { holders: ['ZZZ010101ZZZ'] }, []],
    ['no value: not the vehicles without a holder', { holders: ['', null] }, []],
    ['no state: no vehicle', { states: [null] }, []],
  ] as const)('%s', async (_name, scope, plates) => {
    await setScope(scope)
    expect(await seen()).toEqual(plates)
  })

  it('is empty for a user who does not exist', async () => {
    expect(await readAsTenant(withScope(server.db, 999_999_999), company.tenantId, platesIn)).toEqual([])
  })

  it('can be set by tags, also with another kind', async () => {
    await setScope({ tags: [tags[1]] })
    expect(await seen()).toEqual(['TRE333C', 'TWO222B'])
    await setScope({ tags, states: [19] })
    expect(await seen()).toEqual(['ONE111A'])
    const rows = await readAsTenant(withScope(server.db, userId), company.tenantId, (tx) =>
      tx.selectFrom('vehicle_tag').select('tag_id').execute(),
    )
    expect(rows).toEqual([{ tag_id: tags[0] }])
  })

  it('is empty for an unknown user, and without a user', async () => {
    const none = await readAsTenant(withScope(server.db, 999_999), company.tenantId, platesIn)
    expect(none).toEqual([])
    const unsaid = await asTenant(server.db, company.tenantId, async (tx) => {
      await sql`set local role padron_scoped`.execute(tx)
      return platesIn(tx)
    })
    expect(unsaid).toEqual([])
  })

  it('has known kinds only, and none without values', async () => {
    await expect(setScope({ states: [] })).rejects.toThrow(/vehicle_scope_check/)
    await expect(setScope({})).rejects.toThrow(/vehicle_scope_check/)
    await expect(setScope({ plates: ['A'] })).rejects.toThrow(/vehicle_scope_check/)
  })

  describe('when its user writes', () => {
    const write = (query: string) =>
      asTenant(withPart(server.db, userId), company.tenantId, (tx) => sql.raw(query).execute(tx))
    const refused = { constraint: 'part_of_fleet' }

    it('gets no other and no new vehicles', async () => {
      const { tenantId } = company
      await setScope({ tags: [tags[0]] })
      const tag = `insert into vehicle_tag (tenant_id, vehicle_id, tag_id)
        select ${tenantId}, vehicle_id, ${tags[0]} from vehicle where plate = 'NIL444D'`
      await expect(write(tag)).rejects.toMatchObject(refused)
      await expect(
        write(`insert into vehicle (tenant_id, plate, vin, state_id) values (${tenantId}, 'NEW555E', 'NEW555E', 19)`),
      ).rejects.toMatchObject(refused)
      await setScope({ states: [19] })
      await expect(write(`update vehicle set state_id = 19 where plate = 'TWO222B'`)).rejects.toMatchObject(refused)
      await write(`update vehicle set lessor_name = 'Otra' where plate = 'ONE111A'`)
    })

    it('loses no vehicle', async () => {
      const change = (what: string) => write(`update vehicle set ${what} where plate = 'TWO222B'`)
      await setScope({ tags, states: [9], holders: ['AAA010101AAA'], lessors: ['arrendadora uno'] })
      await expect(change('state_id = 19')).rejects.toMatchObject({ constraint: 'part_states' })
      await expect(change('tax_identifier = null')).rejects.toMatchObject({ constraint: 'part_holders' })
      await expect(change(`lessor_name = 'Otra'`)).rejects.toMatchObject({ constraint: 'part_lessors' })

      const own = `(select vehicle_id from vehicle where plate = 'TWO222B')`
      const untag = `delete from vehicle_tag where vehicle_id = ${own}`
      await expect(write(untag)).rejects.toMatchObject({ constraint: 'part_tags' })
      await asTenant(withPart(server.db, userId), company.tenantId, async (tx) => {
        await sql.raw(`insert into vehicle_tag (vehicle_id, tag_id) values (${own}, ${tags[0]})`).execute(tx)
        await sql.raw(`delete from vehicle_tag where vehicle_id = ${own} and tag_id = ${tags[1]}`).execute(tx)
      })
    })
  })

  it('is read-only with the scope of a reader, and gives no access beyond the company', async () => {
    const db = withScope(server.db, userId)
    const write = asTenant(db, company.tenantId, (tx) => tx.updateTable('vehicle').set({ plate: 'X' }).execute())
    await expect(write).rejects.toThrow(/permission denied/)
    await expect(asSystem(db, platesIn)).rejects.toThrow()
    await expect(asSystem(withPart(server.db, userId), platesIn)).rejects.toThrow()
    expect(await asTenant(server.db, company.tenantId, platesIn)).toHaveLength(4)
  })
})

describe('a row of a vehicle', () => {
  it('cannot be changed by a user who does not see the vehicle, in any table', async () => {
    const { userId } = await server.somebody(company, 'corredor', ['vehicles_read'])
    await createFixtures(server, company, 'UNO')
    const system = await server.db.system.connect()
    const left = await fillEmpty(system)
    await system.query(`update app_user set vehicle_scope = '{"holders": ["NADIE"]}' where user_id = ${userId}`)
    system.release()
    expect(left).toEqual([])
    const tables = await rowsOf<{ name: string }>(`
      select distinct t.tgrelid::regclass as name from pg_trigger t where t.tgname = 'part_keeps' and t.tgparentid = 0`)
    expect(tables.length).toBeGreaterThan(20)
    const write = (query: string) =>
      asTenant(withPart(server.db, userId), company.tenantId, (tx) => sql.raw(query).execute(tx))
    const refused = { constraint: 'part_of_fleet' }
    for (const { name } of tables) {
      const set = `update ${name} set tenant_id = tenant_id`
      await expect(write(set), name).rejects.toMatchObject(refused)
      await expect(write(`delete from ${name}`), name).rejects.toMatchObject(refused)
    }
  })
})
