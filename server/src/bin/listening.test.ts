// `HOST=localhost` may be two addresses of this machine: connections to both are limited together.
import dns from 'node:dns'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Env } from '../env/env.ts'
import { createFastify } from '../http/create-fastify.ts'
import { BODY_TIMEOUTS } from '../http/overload/body-timeouts.ts'
import { listenAt } from './listening.ts'

const ADDRESSES = ['127.0.0.1', '127.0.0.2']
const MOST = 3

const open = async (host: string, port: number): Promise<Socket> => {
  const socket = connect(port, host)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return socket
}

const start = async () => {
  type Found = (error: null, addresses: { address: string; family: number }[]) => void
  const lookUp = (name: string, _options: unknown, done: Found) =>
    done(
      null,
      (name === 'localhost' ? ADDRESSES : [name]).map((address) => ({ address, family: 4 })),
    )
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(lookUp as never)
  onTestFinished(() => spy.mockRestore())
  const app = await createFastify(pino({ level: 'silent' }), BODY_TIMEOUTS, [], MOST)
  onTestFinished(() => app.close())
  app.get('/', async () => 'here')
  const address = new URL(await listenAt(app, { host: 'localhost', port: 0 } as Env))
  return { app, port: Number(address.port) }
}

test('both addresses answer, and together accept as many connections of one network as one would', async () => {
  const { port } = await start()
  for (const host of ADDRESSES)
    expect(await (await fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } })).text()).toBe('here')
  for (const host of ['127.0.0.2', '127.0.0.1', '127.0.0.2']) await open(host, port)
  for (const host of ADDRESSES) expect(await text(await open(host, port))).toMatch(/^HTTP\/1\.1 429 /)
})

test('both addresses are free again once the server has closed', async () => {
  const { app, port } = await start()
  await app.close()
  for (const host of ADDRESSES) await expect(open(host, port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
