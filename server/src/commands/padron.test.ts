// The command line as an operator types it: another process, a real database, exit codes and what goes where.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '../db/client.ts'
import { verifyPassword } from '../identity/passwords.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const padron = async (args: readonly string[], input = '') => {
  const env = { PATH: process.env.PATH, DATABASE_URL: fresh.addressOf('padron_owner').connectionString }
  const child = spawn(process.execPath, [`${import.meta.dirname}/../bin/padron.ts`, ...args], { env })
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: code as number }
}
const user = (username: string) =>
  asSystem(fresh.db, (tx) => tx.selectFrom('app_user').selectAll().where('username', '=', username).executeTakeFirst())

test('company create: main account, a new password said once and stored only as its hash', async () => {
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

test('user create: password from the standard input, roles of the vocabulary only', async () => {
  const typed = ['user', 'create', '--company', 'acme', '--user', 'operador', '--password-stdin', '--roles']
  expect(await padron([...typed, 'vehicles_report,tags_admin'], 'Clave-1\n')).toMatchObject({
    code: 0,
    out: 'Usuario acme-operador creado.\n',
  })
  expect(await verifyPassword('Clave-1', (await user('acme-operador'))?.password_hash ?? '')).toBe(true)
  expect((await padron([...typed, 'admin'], 'Clave-1\n')).code).toBe(1)
  expect((await padron(['user', 'create', '--company', 'nadie', '--user', 'x', '--roles', 'tags_read'])).err).toContain(
    'No existe la empresa',
  )
})

test('vehicles load: all, or none and the faults by row; company list counts them', async () => {
  const load = ['vehicles', 'load', '--company', 'acme', '--file', `${import.meta.dirname}/../db/demo/sureste.xlsx`]
  expect(await padron(load)).toMatchObject({ code: 0, out: '80 vehículos registrados en acme.\n' })
  const again = await padron(load)
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toMatch(/^Fila 2 · Placa · La placa \w+ ya es de un vehículo activo/)
  expect((await padron(['company', 'list'])).out).toMatch(/^acme +Acme +MX +America\/Mexico_City +80 +activa$/m)
})

test('portal set: settings kept, credential never shown', async () => {
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
