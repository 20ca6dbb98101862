// The activity log: every change is in it, whoever makes it and however many at once, and nobody can alter it.
import type { ActivityRow } from '@padron/contract/activity'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, asTenant } from '../../db/client.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { recordedColumns } from './activity.texts.ts'

let server: TestServer
let company: Company
let main: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
})
afterAll(() => server.stop())

type Page = { activities: ActivityRow[]; totalCount: number | null; hasMore: boolean }
const list = async (filter: object = {}, before?: number, who = main): Promise<Page> => {
  const payload = { filter, ...(before ? { before } : {}) }
  const { status, body } = await server.ask(who, { method: 'POST', url: '/api/v2/activity', payload })
  expect(status).toBe(200)
  return body as Page
}
const last = async (filter: object = {}) => {
  const [row] = (await list(filter)).activities
  if (!row) throw new Error('nothing recorded')
  return row
}
const say = ({ changes }: ActivityRow) => changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`)
const ask = (method: 'POST' | 'PUT', url: string, payload: object, who = main) =>
  server.ask(who, { method, url, payload, remoteAddress: '10.20.30.40', headers: { 'user-agent': 'prueba' } })
const userOf = async (username: string) =>
  asSystem(server.db, (tx) =>
    tx.selectFrom('app_user').selectAll().where('username', '=', username).executeTakeFirstOrThrow(),
  )

describe('recorded changes', () => {
  it('a created user: who, when, from where, and all values, never the password', async () => {
    const before = Date.now()
    const profile = await server.profile(company, 'Lectura', ['vehicles_read'])
    await ask('POST', '/api/v2/users/create', {
      userClass: {
        user: { username: 'ana' },
        userInfo: { firstName: 'Ana', userPhone: '8155550101' },
        preset: { presetId: profile },
      },
    })
    const row = await last({ subjectKind: 'user' })
    expect(row).toMatchObject({
      who: { userId: main.userId, name: 'norte-admin' },
      origin: 'console',
      address: '10.20.30.40',
      subject: { kind: 'user', name: 'norte-ana' },
      action: 'create',
    })
    expect(Math.abs(Date.parse(row.at) - before)).toBeLessThan(60_000)
    expect(say(row)).toEqual([
      'Usuario: null → norte-ana',
      'Perfil: null → Lectura',
      'Status: null → Activo',
      'Nombre: null → Ana',
      'Teléfono: null → 8155550101',
    ])
    expect(JSON.stringify(row)).not.toContain('argon')
  })

  it('a changed user: only what changed, before and after, in words', async () => {
    const { user_id, version } = await userOf('norte-ana')
    const other = await server.profile(company, 'Flota', ['vehicles_report'])
    await ask('PUT', '/api/v2/users', {
      userClassFilter: { user: { userId: user_id, version } },
      userClass: { userInfo: { firstName: 'Ana', lastName: 'Paz', userPhone: '' }, preset: { presetId: other } },
    })
    expect(say(await last({ subjectId: user_id }))).toEqual([
      'Perfil: Lectura → Flota',
      'Apellido: null → Paz',
      'Teléfono: 8155550101 → null',
    ])
    await ask('PUT', `/api/v2/users/${user_id}`, { userStatus: false })
    expect(say(await last({ subjectId: user_id }))).toEqual(['Status: Activo → Inactivo'])
  })

  it('a profile: its levels in words', async () => {
    await ask('POST', '/api/v2/roles/presets', { presetName: 'Tránsito', roleIDs: [11, 112] })
    const row = await last({ subjectKind: 'profile' })
    expect(say(row)).toEqual([
      'Nombre: null → Tránsito',
      'Permisos: null → Vehículos: Consultar vehículos; Usuarios: Administrar usuarios',
      'Pide la verificación en dos pasos: null → No',
    ])
    const preset = { presetId: row.subject.id, version: 1, requiresFactor: true }
    await ask('PUT', '/api/v2/roles/presets', { preset, roleIDs: [12] })
    expect(say(await last({ subjectKind: 'profile' }))).toEqual([
      'Permisos: Vehículos: Consultar vehículos; Usuarios: Administrar usuarios → Vehículos: Editar, dar de ' +
        'baja y de alta',
      'Pide la verificación en dos pasos: No → Sí',
    ])
  })

  it('a rejected change is not recorded', async () => {
    const { totalCount } = await list()
    expect((await ask('POST', '/api/v2/roles/presets', { presetName: 'Tránsito', roleIDs: [11] })).status).toBe(409)
    expect((await list()).totalCount).toBe(totalCount)
  })

  it('one vehicle or five hundred: each gets its own record with the values before and after', async () => {
    const plates = Array.from({ length: 500 }, (_, i) => `LOT${String(i).padStart(4, '0')}`)
    const ids = await server.vehicles(
      company,
      plates.map((plate) => ({ plate })),
    )
    expect((await list({ subjectKind: 'vehicle', action: 'create' })).totalCount).toBe(500)
    const actor = { origin: 'console', id: main.userId, name: main.username } as const
    await asTenant(
      server.db,
      company.tenantId,
      (tx) =>
        tx
          .updateTable('vehicle')
          .set({ state_id: 9, lessor_name: 'Arrendadora' })
          .where('vehicle_id', 'in', ids)
          .execute(),
      actor,
    )
    const changed = await list({ subjectKind: 'vehicle', action: 'update' })
    expect(changed.totalCount).toBe(500)
    expect(changed.activities.every(({ who }) => who.userId === main.userId)).toBe(true)
    expect(say(await last({ subjectKind: 'vehicle', text: 'lot0007' }))).toEqual([
      'Estado: Nuevo León → Ciudad de México',
      'Arrendadora: null → Arrendadora',
    ])
  })

  it('source answers about a vehicle are not recorded', async () => {
    const { totalCount } = await list()
    await asSystem(server.db, (tx) =>
      tx
        .updateTable('vehicle')
        .set({ ticket_status: 0, debt_total: 120.5 })
        .where('tenant_id', '=', company.tenantId)
        .execute(),
    )
    expect((await list()).totalCount).toBe(totalCount)
  })

  it('tags added to many vehicles at once: one record each, by name', async () => {
    const tagged = sql`
      with c as (insert into tag_category (category_name, color) values ('Uso', 'red') returning tag_category_id),
      t as (insert into tag (tag_category_id, tag_name)
      select tag_category_id, n
      from c, unnest('{reparto,nocturno}'::text[]) n
      returning tag_id)
      insert into vehicle_tag (tag_id, vehicle_id)
      select t.tag_id, v.vehicle_id
      from t, vehicle v
      where v.plate < 'LOT0010'`
    await asTenant(server.db, company.tenantId, (tx) => tagged.execute(tx))
    expect(say(await last({ text: 'LOT0003' }))).toEqual(['Etiquetas: null → nocturno, reparto'])
    await asTenant(server.db, company.tenantId, (tx) =>
      sql`delete from vehicle_tag where tag_id = (select tag_id from tag where tag_name = 'reparto')`.execute(tx),
    )
    expect(say(await last({ text: 'LOT0003' }))).toEqual(['Etiquetas: reparto → null'])
    expect((await last({ text: 'LOT0003' })).who).toEqual({ userId: null, name: 'Padrón' })
  })
})

describe('past records', () => {
  it('keep the name of a renamed profile and of a deleted tag', async () => {
    const [user] = (await list({ subjectKind: 'user', text: 'norte-ana', action: 'create' })).activities
    await server.db.system.query(`update preset set preset_name = 'Otra cosa' where preset_name = 'Lectura'`)
    const [again] = (await list({ subjectKind: 'user', text: 'norte-ana', action: 'create' })).activities
    expect(again).toEqual(user)
    await asTenant(server.db, company.tenantId, (tx) => sql`delete from tag where tag_name = 'nocturno'`.execute(tx))
    expect(say(await last({ text: 'LOT0003' }))).toEqual(['Etiquetas: nocturno → null'])
  })

  it('can be filtered by origin', async () => {
    const systems = await list({ origin: 'system' })
    expect(systems.activities.every(({ origin }) => origin === 'system')).toBe(true)
    const [all, console] = [await list(), await list({ origin: 'console' })]
    expect((systems.totalCount ?? 0) + (console.totalCount ?? 0)).toBe(all.totalCount)
  })
})

describe('the list', () => {
  it('continues below the last row, each row once, newest first, with an exact total', async () => {
    const seen: number[] = []
    const first = await list()
    let page = first
    for (;;) {
      seen.push(...page.activities.map(({ activityId }) => activityId))
      if (!page.hasMore) break
      page = await list({}, seen.at(-1))
      expect(page.totalCount).toBeNull()
    }
    expect(first.activities).toHaveLength(50)
    expect(seen).toHaveLength(first.totalCount ?? 0)
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
  })

  it('filters by period, user, kind, action and name prefix', async () => {
    const all = (await list()).totalCount ?? 0
    const { at } = await last()
    const afterLast = new Date(Date.parse(at) + 1000).toISOString()
    expect((await list({ to: afterLast })).totalCount).toBe(all)
    expect((await list({ from: afterLast })).totalCount).toBe(0)
    expect((await list({ from: '2020-01-01T00:00:00-06:00', to: afterLast })).totalCount).toBe(all)
    expect((await list({ userId: main.userId, subjectKind: 'profile' })).totalCount).toBe(2)
    expect((await list({ text: 'TRANSITO' })).totalCount).toBe(2)
    expect((await list({ text: 'lot' })).totalCount).toBeGreaterThan(1000)
    for (const text of ['%', '_OT', "'", '\\']) expect((await list({ text })).totalCount, text).toBe(0)
    const bad = { filter: { from: 'ayer' } }
    expect((await server.ask(main, { method: 'POST', url: '/api/v2/activity', payload: bad })).status).toBe(400)
  })

  it('is limited to the company and to administrators', async () => {
    const other = await server.company('sur')
    const theirs = await server.somebody(other, 'admin', ['admin'])
    const seen = await list({}, undefined, theirs)
    expect(seen.activities.every(({ subject }) => subject.name.startsWith('sur'))).toBe(true)
    expect((await list({ userId: main.userId }, undefined, theirs)).totalCount).toBe(0)
    const reader = await server.somebody(company, 'lector', ['users_read', 'vehicles_report'])
    expect((await server.ask(reader, { method: 'POST', url: '/api/v2/activity', payload: {} })).status).toBe(403)
  })
})

describe('the export', () => {
  const addressOf = async (filter: object) => {
    const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/activity/export', payload: { filter } })
    return (body as { fileUrl: string }).fileUrl
  }
  const fetch = (url: string) => server.ask(undefined, { url })

  it('is a CSV with a line per field of every matching change, safe in a spreadsheet', async () => {
    await server.vehicles(company, [
      { plate: 'CSV1234', columns: { observations: '=HYPERLINK("http://x","y")', lessor_name: '+1, "dos"' } },
    ])
    const csv = await fetch(await addressOf({ text: 'CSV1234' }))
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="actividad-\d{4}-\d\d-\d\d\.csv"$/)
    const text = String(csv.body)
    expect(text).toMatch(/^\ufeff?Fecha,Quién,Origen,Dirección,Tipo,Nombre,Acción,Campo,Antes,Después\r\n/)
    expect(text).toContain(`Observaciones,,"'=HYPERLINK(""http://x"",""y"")"`)
    expect(text).toContain(`Arrendadora,,"'+1, ""dos"""`)
    const whole = String((await fetch(await addressOf({}))).body)
    // Every change once, across the pages that the file is read in.
    const names = whole.split('\r\n').filter((line) => /,Vehículo,LOT\d{4},Alta,Placa,/.test(line))
    expect(names).toHaveLength(500)
    expect(new Set(names).size).toBe(500)
    const changed = whole.split('\r\n').filter((line) => /,Vehículo,LOT\d{4},Cambio,(Estado|Arrendadora),/.test(line))
    expect(changed).toHaveLength(1000)
  })

  it('opens only with its own signature', async () => {
    const url = await addressOf({ text: 'CSV1234' })
    const [path = '', query = ''] = url.split('?')
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(path)).status).toBe(404)
    expect((await fetch(`${path.replace(`/${company.tenantId}/`, `/${company.tenantId + 1}/`)}?${query}`)).status).toBe(
      404,
    )
    const wider = path.replace(
      /[^/]+$/,
      Buffer.from(`{"userId":${main.userId},"filter":{},"timeZone":"UTC"}`).toString('base64url'),
    )
    expect((await fetch(`${wider}?${query}`)).status).toBe(404)
    expect((await fetch(`${path}?${query.replace(/e=\d+/, 'e=99999999999')}`)).status).toBe(404)
  })
})

describe('an export', () => {
  it('is recorded, and its link no longer works after its user loses the permission', async () => {
    const helper = await server.somebody(company, 'ayuda', ['users_admin'])
    const { body } = await server.ask(helper, { method: 'POST', url: '/api/v2/activity/export', payload: {} })
    const url = (body as { fileUrl: string }).fileUrl
    expect((await server.ask(undefined, { url })).status).toBe(200)
    expect(say(await last({ subjectKind: 'company' }))).toEqual(['Datos exportados: null → Actividad (CSV)'])
    await server.db.system.query(`update app_user set role_ids = '{11}' where user_id = $1`, [helper.userId])
    expect((await server.ask(undefined, { url })).status).toBe(404)
    await server.db.system.query(`update app_user set role_ids = '{112}', active = false where user_id = $1`, [
      helper.userId,
    ])
    expect((await server.ask(undefined, { url })).status).toBe(404)
  })
})

describe('the log itself', () => {
  it('cannot be written, altered or deleted by the application, nor extended for another company', async () => {
    const { tenantId } = company
    const tries = [
      `update activity set who = 'nadie'`,
      'delete from activity',
      `
        insert into activity (tenant_id, origin, who, subject_kind, subject_name, action, changes)
        values (${tenantId}, 'system', 'x', 'user', 'x', 'create', '{}')`,
    ]
    for (const text of tries)
      await expect(
        asTenant(server.db, tenantId, (tx) => sql.raw(text).execute(tx)),
        text,
      ).rejects.toThrow(/permission denied/)
    await expect(server.db.system.query(`update activity set who = 'nadie'`)).rejects.toThrow(/permission denied/)
    expect((await server.db.system.query('delete from activity')).rowCount).toBe(0)
    const { rows: before } = await server.db.system.query('select count(*) from activity')
    await asTenant(server.db, tenantId, (tx) =>
      sql`select record_activity(${tenantId + 1}, 'user', 1, 'x', 'create', '{}')`.execute(tx),
    )
    expect((await server.db.system.query('select count(*) from activity')).rows).toEqual(before)
  })

  it('covers every table of a company, or gives a reason', async () => {
    /**
     * Not recorded: what no user does (the engine's work, counters, sessions, sign-ins, the log itself), what has
     * its own record (orders, captures), what is recorded with its parent (a document's versions), and personal
     * settings (layout, calendar, reminders).
     */
    const NOT_RECORDED = [
      'access_token',
      'account_link',
      'activity',
      'bulk_change',
      'bulk_change_row',
      'calendar_feed',
      'capture_assignment',
      'capture_batch',
      'capture_batch_change',
      'capture_batch_file',
      'capture_batch_row',
      'capture_interval',
      'capture_lease',
      'capture_reading',
      'catalogue_version',
      'channel_delivery',
      'check_event',
      'check_result',
      'check_run',
      'company_idp', // the settings' call records its changes, with those of its two lists
      'company_idp_domain',
      'company_idp_group',
      'company_logo',
      'company_provisioning', // as company_idp
      'daily_debt',
      'dashboard_statistics',
      'debt',
      'deleted_row',
      'deletion',
      'deletion_notice',
      'document_version',
      'due_check',
      'email_logo',
      'evidence_file',
      'fleet_change',
      'idempotency_key',
      'import_mapping',
      'known_device',
      'mail',
      'news_last_read',
      'obligation',
      'onboarding',
      'outage_notice',
      'passkey', // as the second factor
      'pending_callback',
      'pending_enrolment',
      'pending_order',
      'pending_resource_count',
      'pending_unit_amounts',
      'provider_sign_in',
      'provisioned_user', // changes of the user are recorded there
      'queue_item',
      'recovery_code',
      'reminder_round',
      'reminder_setting',
      'report_file',
      'report_round',
      'resource_order',
      'second_factor', // its calls record that it was enabled or disabled
      'sent_calendar_reminder',
      'sent_reminder',
      'sign_in',
      'sign_in_challenge',
      'stored_file',
      'tag_undo',
      'task_assignment',
      'tenant_queue',
      'user_identity', // with the user
      'user_layout',
      'vehicle_history',
      'vehicle_import',
      'vehicle_import_change',
      'vehicle_import_row',
      'vehicle_record',
      'vehicle_registry',
      'vehicle_resource',
      'vehicle_resource_count',
      'webhook_counter',
      'webhook_delivery',
      'webhook_event',
    ]
    const { rows } = await server.db.system.query<{ name: string; triggers: number }>(`
      select c.relname as name,
        (select count(*)::int from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'audit_%') as triggers
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`)
    const silent = rows.filter(({ triggers }) => triggers === 0).map(({ name }) => name)
    expect(silent.toSorted()).toEqual(NOT_RECORDED)
  })

  it('covers every column of a vehicle that the engine does not write, and each has a label', async () => {
    // The type of the holder's document is part of the document itself.
    const ENGINES = new RegExp(
      '_status$|^(tax_identifier_type|tenant_id|vehicle_id|debt_total|debt_without_amount|processed_at|' +
        'row_version|created_at|updated_at|changed_at|historic_group)$',
    )
    const { rows } = await server.db.system.query<{ name: string }>(
      `
        select attname as name
        from pg_attribute
        where attrelid = 'vehicle'::regclass and attnum > 0 and not attisdropped`,
    )
    const columns = rows.map(({ name }) => name).filter((name) => !ENGINES.test(name))
    // 'import': the file that created the vehicle. 'assignment': the user who got a task about it.
    const others = ['tags', 'import', 'assignment']
    expect([...recordedColumns('vehicle')].toSorted()).toEqual([...columns, ...others].toSorted())
    const { rows: triggers } = await server.db.system.query<{ kind: string; columns: string }>(`
      select (string_to_array(encode(tgargs, 'escape'), '\\000'))[1] as kind,
        (string_to_array(encode(tgargs, 'escape'), '\\000'))[4] as columns
      from pg_trigger where tgname = 'audit_changed'`)
    for (const { kind, columns } of triggers) {
      const missing = columns.split(' ').filter((column) => !recordedColumns(kind as 'user').includes(column))
      expect([kind, missing]).toEqual([kind, []])
    }
  })
})
