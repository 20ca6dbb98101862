// The server's side of `supervise.ts`: reports its state to the supervisor, and does not outlive it.
import type { Server } from 'node:net'
import { type ChildMessage, SOCKET_FD, START_AGAIN, type Supervised } from './supervise.ts'

const supervised = process.env.PADRON_SUPERVISED as Supervised | undefined

const send = (message: ChildMessage, handle?: unknown): void => {
  if (supervised) process.send?.(message, handle as never)
}

/** The socket that the supervisor inherited from the previous server, if any. */
export const inheritedSocket = (): number | undefined => (supervised === 'with-socket' ? SOCKET_FD : undefined)

/** Gives the supervisor the socket for the next server, unless the server listens at several addresses. */
export const shareSocket = (server: Server, addresses: number): void => {
  // The handle itself: if a Server were sent, the supervisor would accept connections.
  if (addresses === 1) send({ supervisor: 'listening' }, (server as Server & { _handle: unknown })._handle)
}

/** Whether this process can end in order to be restarted. */
export const canStartAgain = supervised !== undefined
export const startAgain = (): never => process.exit(START_AGAIN)

export const sendReady = (): void => send({ supervisor: 'ready' })

/** Ends this process when the supervisor is killed, so that the port is free at once. */
export const endWithSupervisor = (): void => {
  if (supervised) process.once('disconnect', () => process.exit(1))
}
