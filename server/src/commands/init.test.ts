// `padron init` and `padron doctor` as an operator types them, or pipes the answers: real folders, a real mail server.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { isDrill } from '../testing/drill.ts'
import { runPadron, spawnPadron } from '../testing/processes/padron-command.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { type TestSmtp, testSmtp } from '../testing/services/smtp.ts'

let fresh: FreshDatabase
let smtp: TestSmtp
/** A running Padrón that answers at an address. */
let answering: TestServer
let address = ''
let folder = ''
let backups = ''
beforeAll(async () => {
  fresh = await freshDatabase()
  smtp = await testSmtp()
  answering = await testServer()
  address = await answering.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'padron-init-'))
  backups = mkdtempSync(join(tmpdir(), 'padron-init-backups-'))
})
afterAll(async () => {
  await answering.stop()
  await smtp.stop()
  await fresh.drop()
  for (const each of [folder, backups]) rmSync(each, { recursive: true, force: true })
})

const env = () => ({
  DATABASE_URL: fresh.addressOf('padron_owner').connectionString,
  PADRON_DATA_DIR: folder,
  PORT: '',
})
const padron = (args: readonly string[], input = '') => runPadron(env(), args, input)
const query = async (text: string) => (await fresh.db.system.query(text)).rows

test('an address with a code is given until there is a company', async () => {
  const { out, code } = await padron(['init', '--address'])
  expect(code).toBe(0)
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:3000\/setup\?code=[0-9a-f]{30}\n$/)
})

test('a step that fails reports the cause and what to do, ends with 1, and stores nothing', async () => {
  const refused = await padron(['init', '--backup-dir', join(folder, 'nowhere')])
  expect(refused).toMatchObject({ code: 1, err: 'No se guardó ese paso.\n' })
  expect(refused.out).toMatch(/^MAL {3}Respaldo: No se puede usar la carpeta/)
  expect(refused.out).toContain('Qué hacer: La carpeta no existe: créela.')
  expect(await padron(['init', '--mail-from', 'avisos'])).toMatchObject({ code: 1 })
  expect(await query('select name from installation_setting')).toEqual([])
})

test('answers from a pipe complete every step, and the stored settings are used', async () => {
  const host = new URL(smtp.url).host
  const answers = [
    's',
    address,
    's',
    host,
    '',
    'avisos@padron.mx',
    'ana@acme.mx',
    's',
    'folder',
    's',
    backups,
    'n',
    'acme',
    'ACME',
    'MX',
    '',
    'ana@acme.mx',
  ]
  const { out, err, code } = await spawnPadron({ ...env(), PADRON_SECRET: '' }, ['init'], `${answers.join('\n')}\n`)
  expect({ err, code }).toMatchObject({ code: 0 })
  expect(out).toContain('bien  Correo: El servidor de correo aceptó el mensaje para ana@acme.mx.')
  expect(out).toContain('Se le envía a ana@acme.mx un enlace para elegir su contraseña.')
  expect(await query('select step, state from setup_step order by 1')).toEqual([
    { step: 'address', state: 'done' },
    { step: 'backup', state: 'done' },
    { step: 'company', state: 'done' },
    { step: 'files', state: 'done' },
    { step: 'mail', state: 'done' },
    { step: 'provider', state: 'later' },
  ])
  // Running processes read the settings again.
  expect(await query('select settings_version from installation')).toEqual([{ settings_version: 2 }])
  expect(await padron(['init'])).toMatchObject({ code: 1, err: expect.stringContaining('Ya hay una empresa') })
  expect(await padron(['init', '--address'])).toMatchObject({ code: 1 })
})

test.runIf(isDrill)('doctor repeats the trials: an error ends with 1 and says what to do', async () => {
  const left = join(backups, 'padron-prueba-0.padron') // of a trial that was killed
  writeFileSync(left, '')
  const none = await padron(['doctor'])
  expect(none.code).toBe(1)
  expect(none.out).toContain('MAL   Respaldo: En la carpeta no hay ningún respaldo.')
  expect(none.out).toContain('Hay una cosa que arreglar.')
  rmSync(left)
  const damaged = join(backups, 'otro.padron')
  writeFileSync(damaged, '')
  expect((await padron(['doctor'])).out).toContain('Qué hacer: Haga otro, y si también queda mal revise el disco')
  rmSync(damaged)
  expect(await padron(['backup'])).toMatchObject({ code: 0 })
  expect(readdirSync(backups)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{4}\.padron$/)])
  const well = await padron(['doctor', '--mail-to', 'ana@acme.mx'])
  expect(well.out).toContain('Todo lo configurado funciona.')
  expect(well.code).toBe(0)
  expect(smtp.arrived.at(-1)?.to).toEqual(['ana@acme.mx'])
  expect(await padron(['doctor', '--connector', 'nadie', '--plate', 'ABC123'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('No existe el conector «nadie»'),
  })
  const lost = await runPadron({ ...env(), PADRON_SECRET: Buffer.alloc(32, 9).toString('base64') }, ['doctor'])
  expect(lost).toMatchObject({ code: 1 })
  expect(lost.out).toContain('Ninguna llave abre la credencial del ajuste PADRON_SMTP_URL')
})

test('a single step can be repeated after the company exists, and processes restart', async () => {
  expect(await padron(['init', '--files', 'folder'])).toMatchObject({ code: 0 })
  expect(await query('select settings_version from installation')).toEqual([{ settings_version: 3 }])
  expect(await padron(['init', '--company', 'otra'])).toMatchObject({ code: 1 })
})
