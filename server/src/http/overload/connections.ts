// Reads the client's address once, when a connection opens, because a reset connection has none. Also limits the open
// connections per address: each costs memory and a file descriptor, even before its first request.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HttpProblem } from '../../errors/http-problem.ts'
import type { Trusts } from '../../log/trusted.ts'
import { count } from '../../metrics/counters.ts'
import { networkOf } from '../access/origin.ts'
import { answerSocket } from '../problem.ts'

const TOO_MANY = 'Su red tiene demasiadas conexiones abiertas con este servidor.'
const refuse = (socket: Socket): void => {
  count.refused('address-connections')
  answerSocket(socket, new HttpProblem(429, TOO_MANY, undefined, { 'retry-after': '5' }))
  socket.destroySoon()
}

/**
 * @param trusts our proxies: their connections serve many people
 * @param perAddress the most open ones of any other address
 */
export const limitConnections = (app: FastifyInstance, trusts: Trusts, perAddress: number): void => {
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket // the socket caches it once it has been read
    if (remoteAddress === undefined) return void socket.destroy()
    if (trusts({ socket })) return
    const key = networkOf(remoteAddress)
    const openCount = open.get(key) ?? 0
    if (openCount >= perAddress) return refuse(socket)
    open.set(key, openCount + 1)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
  })
}
