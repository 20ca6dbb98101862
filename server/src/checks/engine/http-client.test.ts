// Which addresses a source's host name may resolve to, checked when the connection is made.
import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import { guardedLookup, InsideAddress, isInside } from './addresses.ts'
import { agentOf, allowPrivateSources, closeHttpClient, openClient } from './http-client.ts'

describe('addresses', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.9.9',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '239.1.1.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'no es una dirección',
    '',
  ])('%s is inside', (address) => expect(isInside(address)).toBe(true))

  it.each([
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '187.141.0.1',
    '223.255.255.1',
    '2001:4860:4860::8888',
    '2806:10ae::1',
    '64:ff9b::808:808',
  ])('%s is not', (address) => expect(isInside(address)).toBe(false))
})

describe('the look-up of a connection', () => {
  const ask = (name: string, found: string[], { allowed = false, all = true } = {}) =>
    new Promise<unknown>((done) => {
      const resolved = found.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
      const look = guardedLookup(
        () => allowed,
        (_name, _options, answered) => answered(null, resolved),
      )
      look(name, { all }, (error, address, family) =>
        done(error ?? (family === undefined ? address : [address, family])),
      )
    })

  it('gives public addresses as they are, in both manners of asking', async () => {
    expect(await ask('fuente.mx', ['8.8.8.8', '2806::1'])).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2806::1', family: 6 },
    ])
    expect(await ask('fuente.mx', ['8.8.8.8'], { all: false })).toEqual(['8.8.8.8', 4])
    expect(await ask('fuente.mx', [], { all: false })).toMatchObject({ message: expect.stringContaining('ENOTFOUND') })
  })

  it('refuses a name with one private address, unless the installation allows it; localhost is accepted', async () => {
    for (const found of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1'], ['169.254.169.254']])
      for (const all of [true, false]) expect(await ask('fuente.mx', found, { all })).toBeInstanceOf(InsideAddress)
    expect(await ask('fuente.mx', ['10.0.0.1'], { allowed: true })).toEqual([{ address: '10.0.0.1', family: 4 }])
    expect(await ask('localhost', ['127.0.0.1'])).toEqual([{ address: '127.0.0.1', family: 4 }])
  })
})

describe('the HTTP client', () => {
  let queryCount = 0
  const server = createServer((_request, response) => {
    queryCount += 1
    response.setHeader('set-cookie', ['token_sd=s3cr3t; Path=/; HttpOnly', 'lang=es', 'bad name=x', 'spaced=a b'])
    response.end('hola')
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())
  const rebound = agentOf((_name, _options, answered) => answered(null, [{ address: '127.0.0.1', family: 4 }]))
  afterAll(() => rebound.destroy())
  const get = (host: string, through = rebound) =>
    openClient(`http://${host}:${port}`, '', AbortSignal.timeout(5_000), { through }).request({ path: '/' })

  it('goes to an IP or localhost that somebody wrote', async () => {
    for (const host of ['127.0.0.1', 'localhost']) expect(await get(host)).toMatchObject({ status: 200, body: 'hola' })
  })

  it('gives the cookies of an answer to whoever asks for them, and to no answer', async () => {
    let cookies = ''
    const client = openClient(`http://127.0.0.1:${port}`, '', AbortSignal.timeout(5_000))
    const answer = await client.request({
      path: '/',
      onCookies: (receivedFiles) => {
        cookies = receivedFiles
      },
    })
    expect(cookies).toBe('token_sd=s3cr3t; lang=es')
    expect(JSON.stringify(answer)).not.toContain('s3cr3t')
  })

  it('asks again after its connections were closed, as by a command in the same process', async () => {
    await closeHttpClient()
    const client = openClient(`http://127.0.0.1:${port}`, '', AbortSignal.timeout(5_000))
    expect(await client.request({ path: '/' })).toMatchObject({ body: 'hola' })
  })

  it('sends nothing to a name that resolves inside, unless the installation allows it', async () => {
    const before = queryCount
    await expect(get('fuente.example')).rejects.toMatchObject({
      outcome: 'blocked',
      message: 'El nombre de la fuente lleva a una dirección de la red interna.',
    })
    expect(queryCount).toBe(before)
    allowPrivateSources(true)
    expect(await get('fuente.example')).toMatchObject({ body: 'hola' })
    allowPrivateSources(false)
  })

  it('the setting that allows it is 0 or 1', () => {
    expect(readEnv({}).privateSources).toBe(false)
    expect(readEnv({ PADRON_PRIVATE_SOURCES: '1' }).privateSources).toBe(true)
    expect(() => readEnv({ PADRON_PRIVATE_SOURCES: 'sí' })).toThrow('PADRON_PRIVATE_SOURCES debe ser 0 o 1')
  })
})
