// The client of one check: where it connects, its cookies, its connections.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../../env/env.ts'
import { allowPrivateAddresses, createAgent } from '../../outgoing/agent.ts'
import { closeHttpClient, openClient } from './http-client.ts'

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
  const rebound = createAgent((_name, _options, answered) => answered(null, [{ address: '127.0.0.1', family: 4 }]))
  afterAll(() => rebound.destroy())
  const get = (host: string, through = rebound) =>
    openClient(`http://${host}:${port}`, '', AbortSignal.timeout(5_000), { through }).request({ path: '/' })

  it('connects to an IP address or localhost in the configured address', async () => {
    for (const host of ['127.0.0.1', 'localhost']) expect(await get(host)).toMatchObject({ status: 200, body: 'hola' })
  })

  it('gives cookies to the `onCookies` callback and leaves them out of the answer', async () => {
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

  it('reconnects after its connections were closed', async () => {
    await closeHttpClient()
    const client = openClient(`http://127.0.0.1:${port}`, '', AbortSignal.timeout(5_000))
    expect(await client.request({ path: '/' })).toMatchObject({ body: 'hola' })
  })

  it('sends nothing to a name that resolves to a private address, unless the installation allows it', async () => {
    const before = queryCount
    await expect(get('fuente.example')).rejects.toMatchObject({
      outcome: 'blocked',
      message: 'El nombre de la fuente lleva a una dirección de la red interna.',
    })
    expect(queryCount).toBe(before)
    allowPrivateAddresses(true)
    expect(await get('fuente.example')).toMatchObject({ body: 'hola' })
    allowPrivateAddresses(false)
  })

  it('accepts only 0 or 1 for PADRON_PRIVATE_SOURCES', () => {
    expect(readEnv({}).privateSources).toBe(false)
    expect(readEnv({ PADRON_PRIVATE_SOURCES: '1' }).privateSources).toBe(true)
    expect(() => readEnv({ PADRON_PRIVATE_SOURCES: 'sí' })).toThrow('PADRON_PRIVATE_SOURCES debe ser 0 o 1')
  })
})
