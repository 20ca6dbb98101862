// The port: taken, with a sentence for the operator where it cannot be.
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

/** @returns the address it listens at @throws Error with a sentence for the operator */
export const listenAt = (app: FastifyInstance, env: Env): Promise<string> =>
  app.listen({ port: env.port, host: env.host }).catch((error) => {
    throw listenError(error, env)
  })

const listenError = (error: NodeJS.ErrnoException, { port, host }: Env): Error => {
  if (error.code === 'EADDRINUSE') return new Error(`El puerto ${port} ya está en uso. Elija otro con PORT.`)
  if (error.code === 'EACCES') return new Error(`No hay permiso para usar el puerto ${port}. Elija otro con PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`HOST: ${host} no es una dirección de esta máquina.`)
  return error
}
