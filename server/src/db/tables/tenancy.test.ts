// The schema itself separates companies: every table is examined, so that a new one that does not fails here.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'
import { asSystem, asTenant } from '../client.ts'

/** Tables without a company: the same for every company, or secrets of the installation. */
const SHARED = [
  'state',
  'portal',
  'portal_account',
  'resource',
  'resource_service',
  'json_connector',
  'connector_trial',
  'portal_usage',
  'source_outage',
  'source_stats',
  'source_hourly_stats',
  'source_alarm',
  'sign_in_attempt',
  'used_sealed_password',
  'secret_key',
  'calendar_rule',
  'payment_rule',
  'rule_pack',
  'appeal_rule',
  'unit_value',
  'holiday_rule',
  'rule_notice',
  'news_item',
  'installation',
  'installation_setting',
  'setup_access',
  'setup_step',
  'content_upload', // each company's own rows, but they outlive it: files/store-document.test.ts
  'kysely_migration',
  'kysely_migration_lock',
]

/** Unique among all companies: keys that find the company of a request. */
const UNIQUE_AMONG_ALL = [
  'access_token (token_hash)',
  'account_link (code_hash)',
  'app_user (user_id)',
  'app_user (username)',
  'calendar_feed (token_hash)',
  'company (short_name)',
  'company_idp_domain (domain)',
  'company_logo (sha256)',
  'company_provisioning (token_hash)',
  'email_logo (sha256)',
  'known_device (device_hash)',
  'personal_token (token_hash)',
  'provider_sign_in (code_hash)',
  'provider_sign_in (state_hash)',
  'service_account (secret_hash)',
  'sign_in_challenge (challenge_hash)',
]

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const rowsOf = <T>(query: string) => asSystem(fresh.db, async (tx) => (await sql.raw<T>(query).execute(tx)).rows)

describe('every table', () => {
  it('has a tenant and forced row-level security, or is in the list of shared tables', async () => {
    const tables = await rowsOf<{ name: string; forced: boolean; tenant: boolean }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
        exists (select
        from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull) as tenant
      from pg_class c
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`)
    const wrong = tables.filter(({ name, forced, tenant }) => (SHARED.includes(name) ? tenant : !(forced && tenant)))
    expect(wrong).toEqual([])
    expect(tables.length).toBeGreaterThan(15)
  })

  it('has the tenant first in its primary key', async () => {
    const keys = await rowsOf<{ name: string; first: string }>(`
      select c.relname as name, a.attname as first from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where k.contype = 'p' and c.relnamespace = 'public'::regnamespace`)
    expect(keys.filter(({ name, first }) => !SHARED.includes(name) && first !== 'tenant_id')).toEqual([])
  })

  it('has the tenant in every unique key, except in those that find the tenant', async () => {
    const keys = await rowsOf<{ name: string; key: string; tenant: boolean }>(`
      select c.relname as name, format('%s (%s)', c.relname, string_agg(a.attname, ', ' order by a.attnum)) as key,
        bool_or(a.attname = 'tenant_id') as tenant
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indisunique and not c.relispartition and c.relnamespace = 'public'::regnamespace
      group by c.relname, i.indexrelid
      order by key`)
    const among = keys.filter(({ name, tenant }) => !SHARED.includes(name) && !tenant)
    expect(among.map(({ key }) => key)).toEqual(UNIQUE_AMONG_ALL)
  })

  it('refers to another tenant table only together with the tenant', async () => {
    const foreign = await rowsOf<{ from: string; to: string; columns: string[] }>(`
      select f.relname as "from", t.relname as "to",
        array(select a.attname::text
        from pg_attribute a
        where a.attrelid = f.oid and a.attnum = any(k.conkey)) as columns
      from pg_constraint k
      join pg_class f on f.oid = k.conrelid
      join pg_class t on t.oid = coalesce(pg_partition_root(k.confrelid), k.confrelid)
      where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`)
    const crossing = foreign.filter(({ to, columns }) => !SHARED.includes(to) && !columns.includes('tenant_id'))
    expect(crossing).toEqual([])
  })

  it('can be read only as a whole: its partitions are closed to every role', async () => {
    const parts = await rowsOf<{ name: string; hidden: boolean }>(`
      select c.relname as name, c.relrowsecurity
        and c.relforcerowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid) as hidden
      from pg_class c where c.relkind = 'r' and c.relispartition and c.relnamespace = 'public'::regnamespace`)
    expect(parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['activity_before', 'check_event_other', 'check_run_before']),
    )
    expect(parts.filter(({ hidden }) => !hidden)).toEqual([])
    for (const { name } of parts)
      for (const pool of [fresh.db.app, fresh.db.system])
        await expect(pool.query(`select from ${name}`)).rejects.toThrow(/permission denied/)
  })
})

describe('the application’s role', () => {
  it('is no superuser, owns nothing and cannot bypass the policies', async () => {
    const roles = await rowsOf(
      `
        select rolname
        from pg_roles
        where rolname in ('padron_app', 'padron_system', 'padron_scoped') and (rolsuper or rolbypassrls or rolcreaterole)`,
    )
    expect(roles).toEqual([])
    const owned = await rowsOf(
      `select tablename from pg_tables where schemaname = 'public' and tableowner = 'padron_app'`,
    )
    expect(owned).toEqual([])
  })

  it('sees nothing without a tenant, nothing of another one, and cannot write to another one', async () => {
    const make = (name: string) =>
      asSystem(fresh.db, async (tx) => {
        const made = await tx
          .insertInto('company')
          .values({ short_name: name, company_name: name, country: 'MX', time_zone: 'America/Mexico_City' })
          .returning('tenant_id')
          .executeTakeFirstOrThrow()
        return made.tenant_id
      })
    const [a, b] = [await make('uno'), await make('dos')]
    const names = await asTenant(fresh.db, a, (tx) => tx.selectFrom('company').select('short_name').execute())
    expect(names).toEqual([{ short_name: 'uno' }])
    expect((await fresh.db.app.query('select * from company')).rows).toEqual([])
    const crossing = asTenant(fresh.db, a, (tx) =>
      tx.insertInto('tag_category').values({ tenant_id: b, category_name: 'x', color: 'red' }).execute(),
    )
    await expect(crossing).rejects.toThrow(/row-level security/)
    const moving = asTenant(fresh.db, a, (tx) =>
      tx.updateTable('company').set({ company_name: 'robada' }).where('tenant_id', '=', b).executeTakeFirst(),
    )
    expect((await moving).numUpdatedRows).toBe(0n)
  })

  it('cannot execute the functions of triggers, which write as their owner', async () => {
    const executable = await rowsOf(`
      select p.oid::regprocedure::text as name
      from pg_proc p
      where p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype)
        and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        and (has_function_privilege('public', p.oid, 'execute')
          or has_function_privilege('padron_app', p.oid, 'execute'))`)
    expect(executable).toEqual([])
  })

  it('cannot read secrets', async () => {
    for (const table of [
      'secret_key',
      'sign_in_attempt',
      'used_sealed_password',
      'json_connector',
      'portal_usage',
      'resource_service',
    ]) {
      await expect(fresh.db.app.query(`select * from ${table}`)).rejects.toThrow(/permission denied/)
    }
    for (const table of ['portal', 'portal_account'])
      await expect(fresh.db.app.query(`select credential from ${table}`)).rejects.toThrow(/permission denied/)
  })
})
