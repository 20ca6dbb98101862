// The port: taken, with a sentence for the operator where it cannot be. A server that follows a killed one goes on with its socket.
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import type { Env } from '../env.ts'
import { keptSocket, shareSocket } from './supervisor.ts'

/** @returns the address it listens at @throws Error with a sentence for the operator */
export const listenAt = async (app: FastifyInstance, env: Env): Promise<string> => {
  const fd = keptSocket()
  const place: FastifyListenOptions & { fd?: number } = { port: env.port, host: env.host, ...(fd ? { fd } : {}) }
  const address = await app.listen(place).catch((error) => {
    throw listenError(error, env)
  })
  shareSocket(app.server, app.addresses().length)
  return address
}

const listenError = (error: NodeJS.ErrnoException, { port, host }: Env): Error => {
  if (error.code === 'EADDRINUSE') return new Error(`El puerto ${port} ya está en uso. Elija otro con PORT.`)
  if (error.code === 'EACCES') return new Error(`No hay permiso para usar el puerto ${port}. Elija otro con PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`HOST: ${host} no es una dirección de esta máquina.`)
  return error
}
