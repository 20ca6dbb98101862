// The set-up as a browser uses it: a code that opens it once, steps that are tried against a real mail server, real
// folders and a provider's stub, and an end after which none of its addresses exists.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SETUP_COOKIE, SETUP_TEXTS, type SetupState, setup } from '@padron/contract/setup'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readProviderFile, startProviderStub } from '../../checks/testing/provider-stub.ts'
import { asSystem } from '../../db/client.ts'
import { mergedEnv, readStored } from '../../env/env-stored.ts'
import { isDrill } from '../../testing/drill.ts'
import { type TestServer, testServer } from '../../testing/server.ts'
import { testAuthority } from '../../testing/services/certificate.ts'
import { startS3 } from '../../testing/services/s3.ts'
import { headerOf, type TestSmtp, testSmtp } from '../../testing/services/smtp.ts'
import { newSetupCode } from './setup.access.ts'

/** Whether this process can mount small disks. */
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0
/** Mounts a disk of 16 KB until the end of the test. */
const smallDisk = (): string => {
  const at = mkdtempSync(join(tmpdir(), 'padron-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', at])
  onTestFinished(() => {
    execFileSync('umount', [at])
    rmSync(at, { recursive: true })
  })
  return at
}

let time = Date.now()
let server: TestServer
let smtp: TestSmtp
let folder: string
let cookie = ''

beforeAll(async () => {
  smtp = await testSmtp()
  folder = mkdtempSync(join(tmpdir(), 'padron-setup-'))
})
afterAll(async () => {
  await smtp.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  vi.stubEnv('PADRON_DATA_DIR', folder)
  server = await testServer(() => new Date(time))
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  cookie = ''
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.stop()
})

const call = async (row: { method: string; path: string }, payload?: object, headers = {}) => {
  const {
    status,
    body,
    headers: answered,
  } = await server.ask(undefined, {
    method: row.method as 'GET' | 'POST',
    url: row.path,
    ...(payload ? { payload } : {}),
    headers: { cookie, ...headers },
  })
  return { status, body: body as Record<string, never> & { title: string; report: Report }, headers: answered }
}
type Report = { ok: boolean; summary: string; advice: string; facts: { label: string; value: string }[] }

const code = async () => (await newSetupCode(server.db, new Date(time))) ?? ''
const open = async () => {
  const { status, headers } = await call(setup.enter, { code: await code() })
  expect(status).toBe(200)
  const [set = ''] = [headers['set-cookie']].flat() as string[]
  expect(set).toMatch(/; HttpOnly; SameSite=Strict/)
  cookie = set.split(';')[0] ?? ''
}
const state = async () => (await call(setup.state)).body as unknown as SetupState
const stored = () => asSystem(server.db, (tx) => readStored(tx, server.secrets))
const address = () => `http://127.0.0.1:${(server.app.server.address() as { port: number }).port}`
/** Stores the address without a trial, which a busy machine may not answer in time. */
const storeAddress = async () => {
  const { status } = await call(setup.address, { publicUrl: address(), anyway: true })
  expect(status).toBe(200)
}
const mail = () => {
  const { hostname, port } = new URL(smtp.url)
  return { scheme: 'smtp', host: hostname, port, user: '', password: '', from: 'avisos@padron.mx', to: 'ana@acme.mx' }
}
const company = { shortName: 'acme', title: 'ACME', country: 'MX', timeZone: 'America/Monterrey', email: '' }

test('a code opens the set-up once, in one browser, for an hour', async () => {
  expect(await call(setup.state)).toMatchObject({ status: 401, body: { title: SETUP_TEXTS.noSession } })
  const first = await code()
  await open()
  const mine = cookie
  expect(await call(setup.enter, { code: first })).toMatchObject({
    status: 400,
    body: { title: SETUP_TEXTS.wrongCode },
  })
  expect((await call(setup.state)).status).toBe(200)
  expect((await call(setup.state, undefined, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
  const late = await code()
  time += 3_600_001
  expect((await call(setup.enter, { code: late })).status).toBe(400)
  await open()
  expect((await call(setup.state)).status).toBe(200)
  cookie = mine
  expect((await call(setup.state)).status).toBe(401)
  cookie = `${SETUP_COOKIE}=`
  expect((await call(setup.state)).status).toBe(401)
})

test('wrong codes are limited', async () => {
  const answers = []
  for (let i = 0; i < 14; i++) answers.push((await call(setup.enter, { code: `adivino-${i}` })).status)
  expect(answers.filter((status) => status === 400).length).toBeLessThanOrEqual(11)
  expect(answers.at(-1)).toBe(429)
})

test('the address is tried over HTTP; one that does not respond is stored only if the user insists', async () => {
  await open()
  expect((await call(setup.address, { publicUrl: 'padron.mx' })).status).toBe(400)
  const wrong = await call(setup.address, { publicUrl: 'http://127.0.0.1:1' })
  expect(wrong.body.report).toMatchObject({ ok: false, summary: 'Nadie escucha en esa dirección.' })
  expect((await state()).address).toMatchObject({ state: 'pending', publicUrl: '', report: { ok: false } })
  expect((await call(setup.address, { publicUrl: `${address()}/` })).body.report.ok).toBe(true)
  expect((await state()).address).toMatchObject({ state: 'done', publicUrl: address() })
  await call(setup.address, { publicUrl: 'http://127.0.0.1:1', anyway: true })
  expect((await stored()).settings).toEqual({ PUBLIC_URL: 'http://127.0.0.1:1' })
})

test('mail: shows the server’s response and the headers; after a rejection nothing is stored', async () => {
  await open()
  expect(await call(setup.mail, mail())).toMatchObject({
    status: 422,
    body: { title: expect.stringContaining('Primero guarde la dirección pública') },
  })
  await storeAddress()
  smtp.answers.push(550)
  const refused = await call(setup.mail, mail())
  expect(refused.body.report).toMatchObject({
    ok: false,
    summary: expect.stringMatching(/^El servidor de correo respondió: 550/),
    advice: expect.stringContaining('remitente o ese destinatario'),
  })
  expect(Object.keys((await stored()).settings)).toEqual(['PUBLIC_URL'])
  const sent = await call(setup.mail, mail())
  expect(sent.body.report.ok).toBe(true)
  const facts = Object.fromEntries(sent.body.report.facts.map(({ label, value }) => [label, value]))
  expect(facts['Respuesta del servidor']).toMatch(/^250/)
  const arrived = smtp.arrived.at(-1)
  expect(arrived).toMatchObject({ to: ['ana@acme.mx'] })
  expect(facts['Encabezados del mensaje']).toContain(arrived && headerOf(arrived, 'message-id'))
  const { rows } = await server.db.system.query(
    `select value, credential from installation_setting where name = 'PADRON_SMTP_URL'`,
  )
  expect(rows).toEqual([{ value: null, credential: expect.stringMatching(/^sealed:v1:/) }])
  expect((await state()).mail).toMatchObject({ state: 'done', host: '127.0.0.1', from: 'avisos@padron.mx' })
  expect(mergedEnv(await stored()).mail).toMatchObject({ smtpUrl: smtp.url, from: 'avisos@padron.mx' })
})

test.runIf(isDrill)('mail: a rejected password is reported with advice, and is not stored', async () => {
  const authority = testAuthority()
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, authority.cert])
  const login = { user: 'avisos@padron.mx', password: 'La buena #1' }
  const strict = await testSmtp({ ...login, certificate: authority.forLocal() })
  onTestFinished(async () => {
    setDefaultCACertificates(known)
    await strict.stop()
  })
  await open()
  await storeAddress()
  const there = { ...mail(), scheme: 'smtps', port: new URL(strict.url).port, user: login.user }
  const { status, body } = await call(setup.mail, { ...there, password: 'La mala #2' })
  expect(status).toBe(200)
  expect(body.report).toMatchObject({
    ok: false,
    summary: expect.stringMatching(/^El servidor de correo respondió: 535/),
    advice: 'Revise el usuario y la contraseña; algunos proveedores piden una contraseña de aplicación.',
  })
  expect(JSON.stringify([body, await state()])).not.toContain('La mala')
  expect(Object.keys((await stored()).settings)).toEqual(['PUBLIC_URL'])
  expect((await state()).mail).toMatchObject({ state: 'pending' })
  // The rejected password is not used as that user's password.
  expect(await call(setup.mail, { ...there, password: '' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'password', message: 'Escriba la contraseña.' }] },
  })
  expect(strict.arrived).toEqual([])
  expect((await call(setup.mail, { ...there, password: login.password })).body.report.ok).toBe(true)
  expect(strict.arrived).toHaveLength(1)
  expect((await state()).mail).toMatchObject({ state: 'done', user: login.user })
})

test('a value set by the environment is shown as such, tried, and not changed', async () => {
  await open()
  vi.stubEnv('PUBLIC_URL', address())
  const { body } = await call(setup.address, { publicUrl: 'http://127.0.0.1:1' })
  expect(body.report.ok).toBe(true)
  expect((await state()).address).toMatchObject({ fixed: true, publicUrl: address(), state: 'done' })
  expect((await stored()).settings).toEqual({})
})

test.runIf(isDrill)('a sender set by the environment without its server is an error', async () => {
  await open()
  vi.stubEnv('PADRON_MAIL_FROM', 'avisos@padron.mx')
  expect(await call(setup.mail, mail())).toMatchObject({
    status: 422,
    body: { title: expect.stringContaining('PADRON_SMTP_URL') },
  })
})

test('files are stored in the folder, or in an S3 store that responds', async () => {
  await open()
  const nothing = { endpoint: '', bucket: '', region: '', keyId: '', secret: '', prefix: '' }
  expect((await call(setup.files, { ...nothing, store: 'folder' })).body.report.ok).toBe(true)
  const s3 = {
    store: 's3',
    endpoint: 'http://127.0.0.1:1',
    bucket: 'A',
    region: '',
    keyId: 'k',
    secret: 's',
    prefix: '',
  }
  expect(await call(setup.files, s3)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'bucket', message: expect.stringMatching(/^El bucket debe ser/) }] },
  })
  const away = await call(setup.files, { ...s3, bucket: 'padron' })
  expect(away.body.report).toMatchObject({ ok: false, advice: expect.stringContaining('Nadie responde') })
  expect((await stored()).settings).toEqual({})

  const access = { bucket: 'padron', region: 'us-east-1', accessKeyId: 'k', secretAccessKey: 's' }
  const store = await startS3({ ...access, folder: mkdtempSync(join(folder, 's3-')) })
  onTestFinished(() => store.stop())
  const there = { ...s3, endpoint: store.endpoint, bucket: 'padron' }
  expect((await call(setup.files, { ...there, secret: 'otro' })).body.report.ok).toBe(false)
  expect((await stored()).settings).toEqual({})
  expect((await call(setup.files, there)).body.report.ok).toBe(true)
  expect(mergedEnv(await stored()).documents.s3).toMatchObject({ ...access, endpoint: store.endpoint })
  expect((await state()).files).toMatchObject({ state: 'done', store: 's3', keyId: 'k', hasSecret: true })
  // The stored key is used only for the address that it was entered for.
  expect((await call(setup.files, { ...there, secret: '' })).body.report.ok).toBe(true)
  expect((await call(setup.files, { ...there, secret: '', endpoint: 'http://127.0.0.1:1' })).status).toBe(422)
  expect((await call(setup.files, { ...nothing, store: 'folder' })).body.report.ok).toBe(true)
  expect((await stored()).settings).toEqual({})
})

test.runIf(isDrill)('a backup is written, read and deleted; a folder that cannot be used stores nothing', async () => {
  await open()
  const backups = mkdtempSync(join(folder, 'backups-'))
  writeFileSync(join(folder, 'file'), '')
  for (const [wrong, advice] of [
    [join(folder, 'nowhere'), 'créela'],
    [join(folder, 'file'), 'carpeta'],
    // Nobody can write there, not even root.
    ['/sys', 'Dé permiso de escritura en la carpeta al usuario que corre Padrón'],
  ]) {
    const { body } = await call(setup.backup, { folder: wrong })
    expect(body.report).toMatchObject({ ok: false, advice: expect.stringContaining(advice ?? '') })
  }
  expect((await call(setup.backup, { folder: 'backups' })).status).toBe(422)
  expect((await stored()).settings).toEqual({})
  const { body } = await call(setup.backup, { folder: backups })
  expect(body.report).toMatchObject({ ok: true, advice: expect.stringContaining('dentro de la de datos') })
  expect(readdirSync(backups)).toEqual([])
  expect(mergedEnv(await stored()).backupDir).toBe(backups)
})

test.runIf(isDrill)(
  'without permission to write the data folder, the files step reports it and is not done',
  async () => {
    await open()
    vi.stubEnv('PADRON_DATA_DIR', '/sys/padron')
    const nothing = { endpoint: '', bucket: '', region: '', keyId: '', secret: '', prefix: '' }
    const { status, body } = await call(setup.files, { ...nothing, store: 'folder' })
    expect(status).toBe(200)
    expect(body.report).toMatchObject({
      ok: false,
      summary: expect.stringContaining('No se pudo escribir en la carpeta de datos'),
      advice: expect.stringContaining('Dé permiso de escritura en la carpeta al usuario que corre Padrón'),
    })
    expect((await state()).files).toMatchObject({ state: 'pending' })
    expect((await stored()).settings).toEqual({})
  },
)

test.skipIf(!canMount || !isDrill)(
  'a full disk is reported with advice, nothing is stored, and the trial’s file is deleted',
  async () => {
    await open()
    const disk = smallDisk()
    const { body } = await call(setup.backup, { folder: disk })
    expect(body.report).toMatchObject({ ok: false, advice: expect.stringContaining('No hay espacio en ese disco') })
    expect(readdirSync(disk)).toEqual([])
    expect((await state()).backup).toMatchObject({ state: 'pending' })
    vi.stubEnv('PADRON_DATA_DIR', disk)
    const nothing = { endpoint: '', bucket: '', region: '', keyId: '', secret: '', prefix: '' }
    const files = await call(setup.files, { ...nothing, store: 'folder' })
    expect(files.body.report).toMatchObject({
      ok: false,
      advice: expect.stringContaining('No hay espacio en ese disco'),
    })
    const left = readdirSync(disk, { recursive: true, withFileTypes: true }).filter((found) => found.isFile())
    expect(left).toEqual([])
    expect((await stored()).settings).toEqual({})
  },
)

test('a provider’s key is stored only if the answer is understood and is about the plate', async () => {
  await open()
  const file = readProviderFile('verifik')
  const simit = file.calls.find(({ connector }) => connector === 'co-simit')
  const answer = simit?.answers.find(({ body }) => JSON.stringify(body).includes('"placa"'))
  if (!simit || !answer) throw new Error('no example of SIMIT with a plate')
  const stub = await startProviderStub(file)
  onTestFinished(() => stub.close())
  stub.give(simit, answer)
  const question = {
    provider: 'verifik',
    connector: 'co-simit',
    url: stub.base,
    credential: file.authorization?.credential ?? '',
    plate: answer.subject.plate,
    vin: '',
    taxIdentifier: '',
    price: '0.40',
    currency: 'USD',
    monthlyCap: '200',
    paceMs: '500',
  }
  const account = async () =>
    (await server.db.system.query(`select credential, monthly_cap from portal_account where account_key = 'verifik'`))
      .rows[0]
  expect(await call(setup.provider, { ...question, price: '' })).toMatchObject({ status: 422 })
  expect(await call(setup.provider, { ...question, credential: '' })).toMatchObject({ status: 422 })
  const other = await call(setup.provider, { ...question, plate: 'ZZZ999' })
  expect(other.body.report).toMatchObject({ ok: false, summary: expect.stringContaining('otra placa') })
  const wrong = await call(setup.provider, { ...question, credential: 'de-otro' })
  expect(wrong.body.report.ok).toBe(false)
  expect((await account()).credential).toBeFalsy()
  const broke = file.errors.find(({ ends }) => 'outcome' in ends && ends.outcome === 'no-credit')
  if (!broke) throw new Error('no example of a provider without credit')
  stub.give(simit, broke)
  const unpaid = await call(setup.provider, question)
  expect(unpaid.body.report).toMatchObject({ ok: false, advice: expect.stringContaining('Compre saldo') })
  expect((await account()).credential).toBeFalsy()
  stub.give(simit, answer)
  const right = await call(setup.provider, question)
  expect(right.body.report).toMatchObject({ ok: true, summary: expect.stringContaining(question.plate) })
  expect(right.body.report.facts).toContainEqual({ label: 'Lo que cuesta', value: '0.40 USD por consulta' })
  expect(await account()).toMatchObject({ credential: expect.stringMatching(/^sealed:/), monthly_cap: '200.00' })
  const { provider } = await state()
  expect(provider.state).toBe('done')
  expect(provider.providers.find(({ key }) => key === 'verifik')?.configured).toBe(true)
  // The stored key is used only for the address that it was entered for.
  expect((await call(setup.provider, { ...question, credential: '' })).body.report.ok).toBe(true)
  expect((await call(setup.provider, { ...question, credential: '', url: 'http://127.0.0.1:1' })).status).toBe(422)
})

test('the first company ends the set-up: all its addresses return 404, and the settings apply', async () => {
  await open()
  const another = await code()
  await storeAddress()
  const versionOf = async () =>
    (await server.db.system.query('select settings_version as v from installation')).rows[0].v
  const before = await versionOf()
  expect(await call(setup.company, { ...company, shortName: 'a-b' })).toMatchObject({ status: 400 })
  expect(await call(setup.company, { ...company, timeZone: 'Luna' })).toMatchObject({ status: 422 })
  const made = await call(setup.company, company)
  expect(made.body).toMatchObject({ username: 'acme-admin', password: expect.any(String), sentTo: null })
  const { rows: presets } = await server.db.system.query('select preset_name as name from preset order by 1')
  expect(presets.map(({ name }) => name)).toEqual(['Administración', 'Consulta', 'Operación'])
  expect(await versionOf()).toBe(before + 1)
  for (const row of Object.values(setup)) {
    const payload = row.method === 'GET' ? undefined : { code: another }
    const { status } = await call(row, payload)
    expect([400, 404], row.name).toContain(status)
  }
  expect((await call(setup.enter, { code: another })).status).toBe(404)
  expect((await call(setup.state)).status).toBe(404)
  expect(await newSetupCode(server.db, new Date(time))).toBeUndefined()
})

test.runIf(isDrill)('with mail, the main user gets an invitation and no password is shown', async () => {
  await open()
  await storeAddress()
  await call(setup.mail, mail())
  const made = await call(setup.company, { ...company, email: 'ana@acme.mx' })
  expect(made.body).toEqual({ username: 'acme-admin', password: null, sentTo: 'ana@acme.mx' })
  const { rows } = await server.db.system.query(`select recipient, state from mail`)
  expect(rows).toEqual([{ recipient: 'ana@acme.mx', state: 'queued' }])
})
