// Listens on the port; a failure has a message for the operator. A server that replaces a killed one uses its socket.
import dns from 'node:dns'
import { createServer, type Socket } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import type { Env } from '../env/env.ts'
import { inheritedSocket, shareSocket } from './supervisor.ts'

/** @returns the address it listens at @throws Error with a message for the operator */
export const listenAt = async (app: FastifyInstance, env: Env): Promise<string> => {
  const fd = inheritedSocket()
  const [host = env.host, ...others] = env.host === 'localhost' ? await localAddresses() : []
  const place: FastifyListenOptions & { fd?: number } = { port: env.port, host, ...(fd ? { fd } : {}) }
  const address = await app.listen(place).catch((error) => {
    throw listenError(error, env)
  })
  const bound = app.server.address()
  await Promise.all(others.map((other) => listenAlso(app, other, typeof bound === 'object' ? bound?.port : undefined)))
  shareSocket(app.server, 1 + others.length)
  return address
}

/** The addresses of `localhost` on this machine: most often 127.0.0.1 and ::1. */
const localAddresses = (): Promise<string[]> =>
  new Promise((found) =>
    dns.lookup('localhost', { all: true }, (_error, addresses = []) =>
      found([...new Set(addresses.map(({ address }) => address))]),
    ),
  )

/**
 * Passes the connections of another address to the server, so that its limits apply; Fastify would create a separate
 * server for each address. An address that is not available is ignored.
 */
const listenAlso = (app: FastifyInstance, host: string, port: number | undefined): Promise<void> =>
  new Promise((done) => {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) =>
      app.server.emit('connection', socket),
    )
    app.server.once('close', () => server.close())
    server.once('error', () => done()).listen({ host, port }, done)
  })

const listenError = (error: NodeJS.ErrnoException, { port, host }: Env): Error => {
  if (error.code === 'EADDRINUSE') return new Error(`El puerto ${port} ya está en uso. Elija otro con PORT.`)
  if (error.code === 'EACCES') return new Error(`No hay permiso para usar el puerto ${port}. Elija otro con PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`HOST: ${host} no es una dirección de esta máquina.`)
  return error
}
