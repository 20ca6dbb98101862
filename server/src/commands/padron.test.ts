// The command line as an operator types it: another process, a real database, exit codes and both outputs.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { PERMISSIONS } from '@padron/contract/permissions'
import { COMMON_PASSWORD_WARNING } from '@padron/contract/rules/common-passwords'
import { findHeadings } from '@padron/contract/template/headings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrolVehicles } from '../checks/services/enrol.ts'
import { asSystem } from '../db/client.ts'
import { lockCompany } from '../db/company-lock.ts'
import { readXlsx } from '../files/xlsx/read/reader.ts'
import { rolesFrom } from '../identity/accounts/levels.ts'
import { passwordStep } from '../identity/passwords/password-keys.ts'
import { verifyPassword } from '../identity/passwords/passwords.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { isDrill } from '../testing/drill.ts'
import { unzip } from '../testing/files/unzip.ts'
import { runPadron, spawnPadron } from '../testing/processes/padron-command.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

let isTyped = false
const padron = async (args: readonly string[], input = '') => {
  const url = fresh.addressOf('padron_owner').connectionString
  const env = { DATABASE_URL: url, PADRON_SECRET: Buffer.alloc(32, 7).toString('base64') }
  // The first command runs as a process of its own, like an operator's.
  if (isTyped) return runPadron(env, args, input)
  isTyped = true
  return spawnPadron(env, args, input)
}
const user = (username: string) =>
  asSystem(fresh.db, (tx) => tx.selectFrom('app_user').selectAll().where('username', '=', username).executeTakeFirst())

const companyOf = (name: string) =>
  asSystem(fresh.db, (tx) => tx.selectFrom('company').selectAll().where('short_name', '=', name).executeTakeFirst())
const lines = (text = ''): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('company create: profiles for the first day, none with the main account’s role', async () => {
  await padron(['company', 'create', '--name', 'perfiles', '--title', 'Perfiles', '--country', 'CO'])
  const tenantId = (await companyOf('perfiles'))?.tenant_id ?? 0
  const found = await asSystem(fresh.db, (tx) =>
    tx.selectFrom('preset').select(['preset_name', 'role_ids']).where('tenant_id', '=', tenantId).execute(),
  )
  expect(found.map(({ preset_name }) => preset_name).toSorted()).toEqual(['Administración', 'Consulta', 'Operación'])
  const rolesOf = (name: string) => [
    ...rolesFrom(found.find(({ preset_name }) => preset_name === name)?.role_ids ?? []),
  ]
  expect(rolesOf('Consulta').filter((role) => !/[_-]read$/.test(role))).toEqual([])
  expect(rolesOf('Consulta')).not.toContain('users_read')
  expect(rolesOf('Operación')).toEqual(expect.arrayContaining(['vehicles_report', 'processing_admin', 'masive_edit']))
  expect(rolesOf('Operación')).not.toContain('programReports_admin')
  expect(rolesOf('Administración').toSorted()).toEqual([...PERMISSIONS].toSorted())
})

test('company create: a main account with a new password, displayed once and stored only as its hash', async () => {
  const { out, code } = await padron(['company', 'create', '--name', 'acme', '--title', 'Acme', '--country', 'MX'])
  const password = / (\w{16})\n$/.exec(out)?.[1] ?? ''
  const main = await user('acme-admin')
  expect(code).toBe(0)
  expect(main?.user_id).toBe(main?.tenant_id)
  expect(await verifyPassword(password, main?.password_hash ?? '')).toBe(true)
  expect(await padron(['company', 'create', '--name', 'acme', '--title', 'Acme', '--country', 'MX'])).toMatchObject({
    code: 1,
    err: 'Ya existe la empresa «acme».\n',
  })
  expect((await padron(['company', 'create', '--name', 'a-b', '--title', 'x', '--country', 'MX'])).err).toContain(
    'sin guiones',
  )
})

test('user create: a password from the standard input, a warning for a common one, and known roles only', async () => {
  const typed = ['user', 'create', '--company', 'acme', '--user', 'operador', '--password-stdin', '--roles']
  expect(await padron([...typed, 'vehicles_report,tags_admin'], 'Clave-1\n')).toMatchObject({
    code: 0,
    out: 'Usuario acme-operador creado.\n',
  })
  expect(await verifyPassword('Clave-1', (await user('acme-operador'))?.password_hash ?? '')).toBe(true)
  const reset = ['user', 'reset-password', '--company', 'acme', '--user', 'operador', '--password-stdin']
  expect(await padron(reset, 'Clave-1\n')).toMatchObject({ code: 0, err: '' })
  expect(await padron(reset, 'Qwerty123\n')).toMatchObject({
    code: 0,
    err: `Aviso · Contraseña: ${COMMON_PASSWORD_WARNING}\n`,
  })
  expect(await verifyPassword('Qwerty123', (await user('acme-operador'))?.password_hash ?? '')).toBe(true)
  expect((await padron([...typed, 'admin'], 'Clave-1\n')).code).toBe(1)
  expect((await padron(['user', 'create', '--company', 'nadie', '--user', 'x', '--roles', 'tags_read'])).err).toContain(
    'No existe la empresa',
  )
})

test('vehicles load: all rows, or none and the errors by row; company list counts them', async () => {
  const load = ['vehicles', 'load', '--company', 'acme', '--file', `${import.meta.dirname}/../demo/sureste.xlsx`]
  expect(await padron(load)).toMatchObject({ code: 0, out: '80 vehículos registrados en acme.\n' })
  const again = await padron(load)
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toMatch(/^Fila 2 · Placa · La placa \w+ ya es de un vehículo activo/)
  expect((await padron(['company', 'list'])).out).toMatch(/^acme +Acme +MX +America\/Mexico_City +80 +2 +activa$/m)
})

test.runIf(isDrill)('vehicles template: the workbook that load accepts; an existing file is not replaced', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'padron-')), 'flota.xlsx')
  const write = ['vehicles', 'template', file, '--company', 'acme']
  expect(await padron(write)).toMatchObject({ code: 0, out: expect.stringContaining(file) })
  const [head] = await Array.fromAsync(readXlsx(await readFile(file)))
  const { errors } = findHeadings('add', [head?.cells ?? []], 'MX')?.headings ?? {}
  expect(errors).toEqual([])
  expect(await padron(['vehicles', 'load', '--company', 'acme', '--file', file])).toMatchObject({
    code: 1,
    err: expect.stringContaining('no tiene vehículos'),
  })
  expect(await padron(write)).toMatchObject({ code: 1, err: `El archivo ${file} ya existe.\n` })
  expect((await padron(['vehicles', 'template', file, '--company', 'nadie'])).err).toContain('No existe la empresa')
})

test('portal set: settings are stored, and the credential is never displayed', async () => {
  const set = [
    'portal',
    'set',
    'nubarium',
    '--url',
    'http://localhost:9/x/',
    '--credential',
    'secreto:1',
    '--pace-ms',
    '5',
    '--simulated',
  ]
  expect((await padron(set)).code).toBe(0)
  const { out } = await padron(['portal', 'list'])
  expect(out).toMatch(/^nubarium .*http:\/\/localhost:9\/x +sí +5 +1 +simulado$/m)
  expect(out).not.toContain('secreto')
  expect((await padron(['portal', 'set', 'nada', '--pace-ms', '5'])).code).toBe(1)
})

test('user reset-password: also of the main account; sessions end; the activity log has no password', async () => {
  const before = await user('acme-admin')
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  const session = { user_id: before?.user_id ?? 0, token_hash: Buffer.from('x'), client_id: '', scope: '', expires_at }
  await asSystem(fresh.db, (tx) =>
    tx
      .insertInto('access_token')
      .values({ tenant_id: before?.tenant_id ?? 0, ...session })
      .execute(),
  )
  expect(
    await padron(['user', 'reset-password', '--company', 'acme', '--password-stdin'], 'con\u00f1\n'),
  ).toMatchObject({
    code: 1,
    err: expect.stringContaining('Caracteres permitidos'),
  })
  expect((await padron(['user', 'reset-password', '--company', 'acme', '--password-stdin'], 'Nueva-1\n')).code).toBe(0)
  expect(await verifyPassword('Nueva-1', (await user('acme-admin'))?.password_hash ?? '')).toBe(true)
  expect(await asSystem(fresh.db, (tx) => tx.selectFrom('access_token').selectAll().execute())).toEqual([])
  const [last] = await asSystem(fresh.db, (tx) =>
    tx.selectFrom('activity').selectAll().orderBy('activity_id', 'desc').limit(1).execute(),
  )
  expect(last).toMatchObject({ origin: 'operator', user_id: null, subject_name: 'acme-admin', action: 'update' })
  expect(last?.changes).toEqual({ password_changed_at: [null, expect.any(String)] })
  expect((await padron(['user', 'reset-password', '--company', 'acme', '--user', 'nadie'])).err).toContain(
    'no tiene el usuario',
  )
  expect((await padron(['user', 'list', '--company', 'acme'])).out).toMatch(
    /^acme-admin +Cuenta principal +activo +nunca$/m,
  )
})

test('user remove-factor: the main account signs in with its password again; the log has the operator', async () => {
  const remove = (...more: string[]) => padron(['user', 'remove-factor', '--company', 'acme', ...more])
  expect((await remove()).err).toContain('acme-admin no tiene activa la verificación en dos pasos')
  expect((await remove('--user', 'nadie')).err).toContain('no tiene el usuario «acme-nadie»')
  const { tenant_id = 0, user_id = 0 } = (await user('acme-admin')) ?? {}
  const factor = { tenant_id, user_id, secret: 'x', confirmed_at: new Date().toISOString() }
  await asSystem(fresh.db, (tx) => tx.insertInto('second_factor').values(factor).execute())
  expect(await remove()).toMatchObject({ code: 0, out: expect.stringContaining('de acme-admin quitada') })
  expect(await asSystem(fresh.db, (tx) => tx.selectFrom('second_factor').selectAll().execute())).toEqual([])
  const [last] = await asSystem(fresh.db, (tx) =>
    tx.selectFrom('activity').selectAll().orderBy('activity_id', 'desc').limit(1).execute(),
  )
  expect(last).toMatchObject({
    origin: 'operator',
    subject_name: 'acme-admin',
    changes: { second_factor: [true, false] },
  })
})

test.runIf(isDrill)('company set: settings and logo, whose type is detected by its bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'padron-'))
  const png = join(folder, 'logo.png')
  const page = join(folder, 'page.png')
  await writeFile(png, Buffer.from(PNG, 'base64'))
  await writeFile(page, '<script>alert(1)</script>')
  const set = ['company', 'set', '--name', 'acme']
  expect((await padron(set)).code).toBe(1)
  expect((await padron([...set, '--logo', page])).err).toBe('El logotipo debe ser un archivo .jpeg o .png.\n')
  const heavy = join(folder, 'heavy.png')
  await writeFile(heavy, Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(300_000)]))
  expect((await padron([...set, '--logo', heavy])).err).toBe('El logotipo pesa más de 300 KB; redúzcalo.\n')
  expect((await padron([...set, '--time-zone', 'Marte/Base'])).err).toContain('no existe')
  expect((await padron([...set, '--holder-document', 'CE'])).err).toContain('RFC')
  expect(
    (await padron([...set, '--title', 'Acme del Norte', '--time-zone', 'America/Tijuana', '--logo', png])).code,
  ).toBe(0)
  const company = await companyOf('acme')
  expect(company).toMatchObject({ company_name: 'Acme del Norte', time_zone: 'America/Tijuana' })
  expect(company?.logo_url).toMatch(/^\/files\/logos\/[0-9a-f]{64}$/)
  expect((await padron([...set, '--no-logo'])).code).toBe(0)
  expect((await companyOf('acme'))?.logo_url).toBeNull()
})

test('company suspend and resume: sessions end, and checks wait meanwhile', async () => {
  const waiting = async () =>
    (await fresh.db.system.query<{ n: number }>('select count(*)::int as n from due_check where not suspended')).rows[0]
      ?.n
  const admin = await user('acme-admin')
  const session = { user_id: admin?.user_id ?? 0, token_hash: Buffer.from('y'), client_id: '', scope: '' }
  const values = { tenant_id: admin?.tenant_id ?? 0, ...session, expires_at: '2999-01-01T00:00:00Z' }
  await asSystem(fresh.db, (tx) => tx.insertInto('access_token').values(values).execute())
  expect(await waiting()).toBeGreaterThan(80)
  expect((await padron(['company', 'suspend', '--name', 'acme'])).code).toBe(0)
  expect(await waiting()).toBe(0)
  expect(await asSystem(fresh.db, (tx) => tx.selectFrom('access_token').selectAll().execute())).toEqual([])
  expect((await companyOf('acme'))?.suspended_at).not.toBeNull()
  expect((await padron(['company', 'list'])).out).toMatch(/^acme .* suspendida$/m)
  expect((await padron(['company', 'resume', '--name', 'acme'])).code).toBe(0)
  expect((await companyOf('acme'))?.suspended_at).toBeNull()
  expect(await waiting()).toBeGreaterThan(80)
})

test('company erase and list tell the day of the company’s time zone', async () => {
  await padron(['company', 'create', '--name', 'zonas', '--title', 'Zonas', '--country', 'MX'])
  await fresh.db.system.query(
    `update company set suspended_at = now(), erase_at = '2100-01-15T03:00:00Z' where short_name = 'zonas'`,
  )
  const { out } = await padron(['company', 'erase', '--name', 'zonas'])
  expect(out).toContain('se borrará sola desde el 2100-01-14.')
  expect((await padron(['company', 'list'])).out).toMatch(/^zonas .* se borra desde 2100-01-14$/m)
})

test.runIf(isDrill)('company suspend gives up after half a minute if a change takes longer', async () => {
  const { tenant_id } = (await companyOf('acme')) ?? { tenant_id: 0 }
  await asSystem(fresh.db, async (tx) => {
    await lockCompany(tx, tenant_id)
    const { code, err } = await padron(['company', 'suspend', '--name', 'acme'])
    expect([code, err]).toEqual([1, expect.stringContaining('Un cambio de la empresa acme tarda demasiado.')])
  })
  expect((await companyOf('acme'))?.suspended_at).toBeNull()
})

test.runIf(isDrill)(
  'company export: every table completely, in a file that only its owner reads, without secrets',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'padron-'))
    const file = join(folder, 'acme.zip')
    const { out, code } = await padron(['company', 'export', '--name', 'acme', '--file', file])
    expect(code).toBe(0)
    expect(out).toMatch(/^\d+ filas de \d+ tablas de acme exportadas/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const entries = await unzip(file)
    const vehicles = lines(entries.get('vehicle.ndjson'))
    expect(vehicles.length).toBe(80)
    expect(vehicles[0]).toMatchObject({ plate: expect.any(String), vin: expect.any(String) })
    expect(lines(entries.get('app_user.ndjson')).map(({ username }) => username)).toEqual(
      expect.arrayContaining(['acme-admin', 'acme-operador']),
    )
    const manifest = JSON.parse(entries.get('manifest.json') ?? '') as {
      entries: { file: string; rows: number; sha256: string }[]
    }
    for (const entry of manifest.entries) {
      const text = entries.get(entry.file) ?? ''
      expect([entry.file, lines(text).length, createHash('sha256').update(text).digest('hex')]).toEqual([
        entry.file,
        entry.rows,
        entry.sha256,
      ])
    }
    const [recorded] = await asSystem(fresh.db, (tx) =>
      tx.selectFrom('activity').select(['origin', 'changes']).orderBy('activity_id', 'desc').limit(1).execute(),
    )
    expect(recorded).toEqual({ origin: 'operator', changes: { exported: [null, 'Todos los datos (ZIP)'] } })
    const whole = [...entries.values()].join('')
    expect(whole).not.toContain('argon2id')
    expect(entries.has('access_token.ndjson')).toBe(false)
    expect((await padron(['company', 'export', '--name', 'acme', '--file', file])).err).toBe(
      `El archivo ${file} ya existe.\n`,
    )
  },
)

test.runIf(isDrill)('company export on a full disk fails at once and leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'padron-'))
  const file = join(folder, 'acme.zip')
  const limited = `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`
  const args = [`${import.meta.dirname}/../bin/padron.ts`, 'company', 'export', '--name', 'acme', '--file', file]
  const url = fresh.addressOf('padron_owner').connectionString
  const env = { DATABASE_URL: url, PADRON_SECRET: Buffer.alloc(32, 7).toString('base64') }
  const child = spawn('bash', ['-c', limited, process.execPath, ...args], { env })
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([code, err]).toEqual([1, expect.stringContaining('EFBIG')])
  expect(await readdir(folder)).toEqual([])
})

test.runIf(isDrill)(
  'company erase: waits thirty days, can be cancelled, and then leaves no row in any table',
  async () => {
    await padron(['company', 'create', '--name', 'vecina', '--title', 'Vecina', '--country', 'CO'])
    const erase = ['company', 'erase', '--name', 'acme']
    expect((await padron([...erase, '--cancel'])).err).toContain('Nadie ha pedido')
    expect((await padron([...erase, '--now'])).err).toContain('todavía')
    expect((await padron(erase)).code).toBe(0)
    expect((await padron([...erase, '--now'])).err).toContain('todavía')
    expect((await padron(['company', 'resume', '--name', 'acme'])).err).toContain('cancele el borrado')
    expect((await padron([...erase, '--cancel'])).code).toBe(0)
    expect((await padron(erase)).code).toBe(0)
    const tenantId = (await companyOf('acme'))?.tenant_id
    await fresh.db.system.query(`update company set erase_at = now() where tenant_id = $1`, [tenantId])
    expect(await padron([...erase, '--now'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Empresa acme borrada: \d+/),
    })
    const { rows } = await fresh.db.system.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
    )
    for (const { name } of rows) {
      const left = await fresh.db.system.query(`select from "${name}" where tenant_id = $1`, [tenantId])
      expect([name, left.rowCount]).toEqual([name, 0])
    }
    expect((await companyOf('vecina'))?.company_name).toBe('Vecina')
    expect((await user('vecina-admin'))?.active).toBe(true)
  },
)

test('key rotate: the new key is used, and the former one is listed until it retires', async () => {
  await passwordStep(fresh.db, () => new Date())
  expect((await padron(['key', 'rotate', '--purpose', 'password-step'])).code).toBe(0)
  const { out } = await padron(['key', 'list'])
  expect(out).toMatch(/^password-step +password-step-1 .* hasta /m)
  expect(out).toMatch(/^password-step +password-step-[0-9a-f]{12} .* en uso$/m)
  expect(out).not.toContain('"d"')
})

test.runIf(isDrill)(
  'company set: a new usual document of holders repeats the checks of holders whose number has no type',
  async () => {
    const create = ['company', 'create', '--name', 'cafetera', '--title', 'Cafetera', '--country', 'CO']
    expect((await padron(create)).code).toBe(0)
    const tenantId = (await companyOf('cafetera'))?.tenant_id ?? 0
    const ids = ['123456', '900123456-8', 'CE 123456', null]
    await asSystem(fresh.db, async (tx) => {
      for (const [i, tax_identifier] of ids.entries()) {
        const row = {
          tenant_id: tenantId,
          plate: `CAF10${i}`,
          vin: `3N1CN8AE1RL90000${i}`,
          state_id: 1011,
          tax_identifier,
        }
        const { vehicle_id } = await tx
          .insertInto('vehicle')
          .values(row)
          .returning('vehicle_id')
          .executeTakeFirstOrThrow()
        await enrolVehicles(tx, 'CO', [vehicle_id])
      }
      const claimed = { claim_id: '00000000-0000-4000-8000-000000000000' }
      await tx.updateTable('due_check').set(claimed).where('tenant_id', '=', tenantId).execute()
    })
    const recheckedPlates = async () => {
      const { rows } = await fresh.db.system.query<{ plate: string }>(
        `
       select distinct v.plate
       from due_check d
       join vehicle v using (tenant_id, vehicle_id)
       join resource r on r.connector_key = d.connector_key
       where d.tenant_id = $1 and d.claim_id is null and 'taxIdentifier' = any(r.inputs) order by 1`,
        [tenantId],
      )
      return rows.map(({ plate }) => plate)
    }
    expect(await recheckedPlates()).toEqual([])
    const set = (name: string, type: string) => padron(['company', 'set', '--name', name, '--holder-document', type])
    expect((await set('cafetera', 'CE')).code).toBe(0)
    expect((await companyOf('cafetera'))?.holder_document_type).toBe('CE')
    expect(await recheckedPlates()).toEqual(['CAF100'])
    expect((await set('cafetera', 'ninguno')).code).toBe(0)
    expect((await companyOf('cafetera'))?.holder_document_type).toBeNull()
    expect((await set('cafetera', 'XX')).code).not.toBe(0)
  },
)

test.runIf(isDrill)('vehicles load: a company’s own sheet by a saved mapping, only if its headings match', async () => {
  await padron(['company', 'create', '--name', 'hojas', '--title', 'Hojas', '--country', 'MX'])
  const { tenant_id } = (await companyOf('hojas')) ?? {}
  const file = join(await mkdtemp(join(tmpdir(), 'padron-')), 'flota.csv')
  await writeFile(file, 'Placas;Serie;Edo.\nRKA901B;3N1CN8AE5RL900001;Mty\n')
  const load = ['vehicles', 'load', '--company', 'hojas', '--file', file]
  expect((await padron(load)).err).toContain('Falta la columna «Placa»')
  expect((await padron([...load, '--mapping', 'Mensual'])).err).toContain('no conserva una asignación')
  const columns = { Placas: 'plate', Serie: 'vin', 'Edo.': 'stateId' }
  const mapping = {
    sheets: [{ name: '', stateId: null }],
    sheetCategory: null,
    columns: Object.entries(columns).map(([heading, field]) => ({ heading, field, category: null })),
    missingState: { bySeries: false, federal: null, other: null },
    everySheet: false,
  }
  const hash = createHash('sha256').update(['edo', 'placas', 'serie'].join('\u001f')).digest('hex')
  const values = [{ field: 'stateId', text: 'MTY', value: 'Nuevo León' }]
  await fresh.db.system.query(
    `insert into import_mapping (tenant_id, kind, name, headings_hash, columns, "values", who)
     values ($1, 'add', 'Mensual', $2, $3, $4, 'x')`,
    [tenant_id, hash, JSON.stringify(mapping), JSON.stringify(values)],
  )
  expect(await padron([...load, '--mapping', 'mensual'])).toMatchObject({
    code: 0,
    out: '1 vehículos registrados en hojas.\n',
  })
  await writeFile(file, 'Placas;Serie\nRKA902B;3N1CN8AE5RL900002\n')
  expect((await padron([...load, '--mapping', 'Mensual'])).err).toContain('no son los de la asignación')
})
