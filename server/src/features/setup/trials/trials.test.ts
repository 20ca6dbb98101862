// Failing and successful trials: certificates of a real HTTPS server, an S3 store that checks every signature, mail
// that is rejected at each of its commands, disks that cannot be written.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer as createHttp, request } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { OWNER_NAME } from '../../../files/contents/content-store.ts'
import { askS3, type S3Place } from '../../../files/contents/s3-request.ts'
import { type Certificate, selfSigned, testAuthority } from '../../../testing/services/certificate.ts'
import { startS3, type TestS3 } from '../../../testing/services/s3.ts'
import { tryAddress } from './address.ts'
import { diskAdvice, tryFolder, tryS3 } from './files.ts'
import { tryMail } from './mail.ts'

const BUCKET = { bucket: 'padron', region: 'mx', accessKeyId: 'k', secretAccessKey: 's' }
const authority = testAuthority()
const folder = mkdtempSync(join(tmpdir(), 'padron-trials-'))
const before = getGlobalDispatcher()
let s3: TestS3
let place: S3Place
beforeAll(async () => {
  // Like NODE_EXTRA_CA_CERTS at a start.
  setGlobalDispatcher(new Agent({ connect: { ca: authority.cert } }))
  s3 = await startS3({ ...BUCKET, folder })
  place = { ...BUCKET, endpoint: s3.endpoint, prefix: 'flota/' }
})
afterAll(async () => {
  await s3.stop()
  await getGlobalDispatcher().close()
  setGlobalDispatcher(before)
  rmSync(folder, { recursive: true, force: true })
})

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
const padronWith = async ({ cert, key }: Certificate): Promise<string> =>
  `https://127.0.0.1:${await listening(createServer({ cert, key }, (_, answer) => answer.end('{"status":"ok"}')))}`
/** A port of this machine on which no server listens. */
const closedPort = async (): Promise<number> => {
  const server = createTcp()
  await new Promise<void>((ready) => server.listen(0, ready))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
const factsOf = ({ facts }: { facts: { label: string; value: string }[] }) =>
  Object.fromEntries(facts.map(({ label, value }) => [label, value]))

test('a valid certificate passes with its end date, and with a warning if it ends soon', async () => {
  const report = await tryAddress(await padronWith(authority.forLocal()))
  expect(report).toMatchObject({ ok: true, advice: expect.stringContaining('Visto desde este servidor') })
  expect(factsOf(report)).toMatchObject({
    'Certificado de': 'IP Address:127.0.0.1',
    'Lo firma': 'Autoridad de prueba',
    'Vence el': expect.stringMatching(/^\d{4}-\d\d-\d\d \(en (89|90) días\)$/),
  })
  const soon = await tryAddress(await padronWith(authority.forLocal(3)))
  expect(soon).toMatchObject({ ok: true, advice: 'El certificado vence pronto: renuévelo.' })
})

test.each([
  ['expired', () => authority.forLocal(-10), 'El certificado venció.', /hace (9|10|11) días/],
  ['of another name', () => authority.forName('otra.mx'), 'El certificado es de otro nombre.', /en/],
  ['signed by itself', selfSigned, /^El certificado está firmado por sí mismo/, /en/],
  ['of an unknown authority', () => testAuthority('Otra').forLocal(), /autoridad que no se conoce/, /en/],
] as const)('a certificate %s is rejected, and its data is shown', async (_, make, summary, end) => {
  const report = await tryAddress(await padronWith(make()))
  expect(report).toMatchObject({ ok: false, summary: expect.stringMatching(summary) })
  expect(factsOf(report)['Vence el']).toMatch(end)
})

test('https on a port without TLS, and a closed port, are reported', async () => {
  const plain = await listening(createHttp((_, answer) => answer.end('{"status":"ok"}')))
  expect(await tryAddress(`https://127.0.0.1:${plain}`)).toMatchObject({
    ok: false,
    summary: 'En ese puerto no hay TLS.',
  })
  expect(await tryAddress(`http://localhost:${await closedPort()}`)).toMatchObject({
    ok: false,
    summary: 'Nadie escucha en esa dirección.',
  })
})

const INSTALLATION = randomUUID()
const leftovers = () => readdirSync(join(folder, 'objects')).filter((name) => name.includes('prueba'))

test('an S3 store that reads, writes and deletes passes, and the trial’s file is deleted', async () => {
  expect(await tryS3(place, INSTALLATION)).toMatchObject({
    ok: true,
    summary: 'Se escribió, se leyó y se borró un archivo en el almacén S3.',
  })
  expect(s3.requests.some((line) => line.startsWith('PUT /padron/flota/padron-prueba/'))).toBe(true)
  expect(leftovers()).toEqual([])
})

test.each([
  ['key', { accessKeyId: 'otra' }, 'El identificador de la llave no existe'],
  ['secret', { secretAccessKey: 'otro' }, 'La llave secreta no es la de ese identificador'],
  ['region', { region: 'us-east-1' }, 'El bucket es de otra región'],
  ['bucket', { bucket: 'otro' }, 'El bucket no existe'],
] as const)('an S3 store with another %s is rejected with advice', async (_, wrong, advice) => {
  expect(await tryS3({ ...place, ...wrong }, INSTALLATION)).toMatchObject({
    ok: false,
    advice: expect.stringContaining(advice),
  })
})

test('a store in use by this installation passes, one of another installation is rejected', async () => {
  const owned = { ...place, prefix: 'usado/' }
  const body = () => Buffer.from(INSTALLATION)
  const sha256 = await crypto.subtle.digest('SHA-256', Buffer.from(INSTALLATION))
  const ask = { method: 'PUT', path: `usado/${OWNER_NAME}`, body, sha256: Buffer.from(sha256).toString('hex') } as const
  const headers = { 'content-length': String(INSTALLATION.length) }
  await (await askS3(owned, { ...ask, headers }, [200])).body.dump()
  expect((await tryS3(owned, INSTALLATION)).ok).toBe(true)
  const writes = s3.requests.filter((line) => line.startsWith('PUT')).length
  expect(await tryS3(owned, randomUUID())).toMatchObject({
    ok: false,
    summary: expect.stringContaining('otra instalación de Padrón'),
  })
  expect(s3.requests.filter((line) => line.startsWith('PUT')).length).toBe(writes)
})

/** A store for a key that cannot read what it wrote. */
const unreadable = async (): Promise<string> => {
  const front = createHttp((incoming, answer) => {
    if (incoming.method === 'GET' && incoming.url?.includes('prueba'))
      return void answer.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    const { method, headers, url } = incoming
    const passed = request(s3.endpoint + url, { method: method ?? 'GET', headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    incoming.pipe(passed)
  })
  return `http://127.0.0.1:${await listening(front)}`
}

test('with a key that cannot read, the written file is deleted', async () => {
  expect(await tryS3({ ...place, endpoint: await unreadable() }, INSTALLATION)).toMatchObject({
    ok: false,
    advice: expect.stringContaining('La llave no tiene permiso'),
  })
  expect(s3.requests.at(-1)).toMatch(/^DELETE .*padron-prueba/)
  expect(leftovers()).toEqual([])
})

test('a store on which no server listens is reported', async () => {
  const endpoint = `http://localhost:${await closedPort()}`
  expect(await tryS3({ ...place, endpoint }, INSTALLATION)).toMatchObject({
    ok: false,
    advice: expect.stringContaining('Nadie responde en esa dirección'),
  })
})

const smtpWith = async (options: SMTPServerOptions): Promise<string> => {
  const server = new SMTPServer({ disabledCommands: ['STARTTLS'], authOptional: true, logger: false, ...options })
  server.on('error', () => undefined)
  return `smtp://127.0.0.1:${await listening(server.server as Server)}`
}
const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
const sending = (url: string) => tryMail(url, 'avisos@padron.mx', 'ana@acme.mx')

test.each([
  [
    'the sender',
    { onMailFrom: (_a, _s, done) => done(refusal(553, 'sender not owned')) },
    '553 sender not owned',
    'remitente o ese destinatario',
  ],
  [
    'the recipient',
    { onRcptTo: (_a, _s, done) => done(refusal(550, 'no such user')) },
    '550 no such user',
    'remitente o ese destinatario',
  ],
  [
    'the message',
    {
      onData: (stream, _s, done) => {
        stream.resume()
        stream.on('end', () => done(refusal(554, 'looks like spam')))
      },
    },
    '554 looks like spam',
    'el mensaje',
  ],
  [
    'the recipient for now',
    { onRcptTo: (_a, _s, done) => done(refusal(450, 'greylisted')) },
    '450 greylisted',
    'espere unos minutos',
  ],
  [
    'the connection',
    { onConnect: (_s, done) => done(refusal(421, 'too many')) },
    '421 too many',
    'espere unos minutos',
  ],
] as [string, SMTPServerOptions, string, string][])(
  'mail: if the server rejects %s, its response is shown with advice',
  async (_, options, words, advice) => {
    expect(await sending(await smtpWith(options))).toMatchObject({
      ok: false,
      summary: expect.stringContaining(words),
      advice: expect.stringContaining(advice),
    })
  },
)

test('mail: another encryption, an untrusted certificate, and a closed port are reported', async () => {
  const plain = await smtpWith({})
  expect(await sending(plain.replace('smtp:', 'smtps:'))).toMatchObject({
    ok: false,
    advice: expect.stringContaining('Revise el cifrado'),
  })
  const secure = await smtpWith({ secure: true, ...selfSigned() })
  expect(await sending(secure.replace('smtp:', 'smtps:'))).toMatchObject({
    ok: false,
    advice: expect.stringContaining('El certificado del servidor de correo'),
  })
  expect(await sending(`smtp://localhost:${await closedPort()}`)).toMatchObject({
    ok: false,
    summary: expect.stringContaining('ECONNREFUSED'),
    advice: expect.stringContaining('Revise el nombre del servidor'),
  })
})

test('a full disk is reported with advice', async () => {
  const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error)
  expect(diskAdvice(full)).toBe('No hay espacio en ese disco: libere o elija otra carpeta.')
})

test('a path that is no folder is reported with advice', async () => {
  expect(await tryFolder('/dev/null/padron')).toMatchObject({
    ok: false,
    advice: 'La ruta no es de una carpeta: escriba otra.',
  })
})
