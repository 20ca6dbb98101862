// Open connections of one network, bounded, so that a stranger's leave room for everybody else's.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Trusts } from '../log/trusted.ts'
import { count } from '../metrics/counters.ts'
import { networkOf } from './origin.ts'

/**
 * Closes what one network opens beyond its number. A trusted proxy's connections are those of many people and are not counted.
 * @param atMost connections of one network at a time
 */
export const limitConnections = (server: Server, atMost: number, trusts: Trusts): void => {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return void socket.destroy() // reset before it was taken
    // Node forgets the address when the client resets the connection, and a request that is under way still asks for it.
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
    if (trusts({ socket })) return
    const network = networkOf(remoteAddress)
    const connections = (open.get(network) ?? 0) + 1
    if (connections > atMost) {
      count.refused('address-connections')
      socket.destroy()
      return
    }
    open.set(network, connections)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
