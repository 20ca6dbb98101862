// A server with one call that takes a large file, and one that takes JSON, over real connections and without a
// database: what is tried on it is how bodies come in.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, post } from '@padron/contract/call'
import { pino } from 'pino'
import { z } from 'zod/mini'
import type { Db } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { Session, Sessions } from '../../http/access/sessions.ts'
import { createFastify } from '../../http/create-fastify.ts'
import { BODY_TIMEOUTS, type BodyTimeouts } from '../../http/overload/body-timeouts.ts'
import { type Handlers, type Kit, serve } from '../../http/serve.ts'
import { newToken } from '../../secrets/tokens.ts'
import { listen } from './raw-http.ts'

const Info = z.strictObject({ Id: z.string(), Value: z.string() })
const rows = calls('proof', {
  upload: post('/upload', {
    summary: 'Recibe un archivo.',
    needs: 'documents_admin',
    multipart: { file: 'file', bytes: 8 * 1_048_576, spooled: true, fields: 12 },
    opens: true,
    body: z.strictObject({
      document: z.strictObject({ Name: z.string().check(z.minLength(1, 'Escriba un nombre')) }),
      documentInfo: z._default(z.array(Info), []),
    }),
    reply: z.unknown(),
  }),
  say: post('/say', {
    summary: 'Recibe un texto.',
    needs: 'public',
    body: z.object({ text: z.string() }),
    reply: z.unknown(),
  }),
})

export type Spooling = {
  port: number
  folder: string
  /** Files under way, or left behind. */
  incoming: () => string[]
  /** @returns the token of somebody of that company; of one who may not, without the permission */
  token: (tenantId: number, may?: boolean) => string
  /** Holds every upload after it has come, until called. */
  hold: () => () => void
  stop: () => Promise<void>
}

export const spoolingServer = async (
  given: {
    bytes?: number
    folder?: string
    timeouts?: Partial<BodyTimeouts>
    refuseFull?: (size: number) => Promise<void>
  } = {},
): Promise<Spooling> => {
  const own = mkdtempSync(join(tmpdir(), 'padron-spool-'))
  const folder = given.folder ?? join(own, 'incoming')
  const people = new Map<string, Session>()
  const sessions: Sessions = {
    find: async (token) => people.get(token),
    findOrRemember: async (token) => people.get(token),
    recent: () => undefined,
    evict: () => undefined,
    used: () => undefined,
    refused: () => undefined,
  }
  const timeouts = { ...BODY_TIMEOUTS, ...given.timeouts }
  const spool = {
    folder,
    bytes: given.bytes ?? 8 * 1_048_576,
    fileTimeoutMs: timeouts.fileMs,
    refuseFull: async (_tenantId: number, size: number) => given.refuseFull?.(size),
  }
  const replySeal = { seal: (_tenantId: number, text: string) => text, open: (_tenantId: number, text: string) => text }
  const base = { db: undefined as unknown as Db, sessions, now: () => new Date() }
  const kit: Kit = { ...base, signFile: (path) => path, replySeal, spool }
  let held: Promise<void> | undefined
  const handlers: Handlers<typeof rows> = {
    upload: async ({ file, body }) => {
      await held
      if (body.document.Name === 'rechazado') throw refuse(409, 'No se puede.')
      if (body.document.Name === 'roto') throw new Error('a fault of ours')
      if (!file) return { body }
      const { path, ...details } = file
      return {
        ...details,
        body,
        onDisk: statSync(path).size,
        mode: statSync(path).mode & 0o777,
      }
    },
    say: ({ body }) => body,
  }
  const app = await createFastify(pino({ level: process.env.PADRON_LOG ?? 'silent' }), timeouts)
  serve(app, kit, rows, handlers)
  const port = await listen(app)
  return {
    port,
    folder,
    incoming: () => readdirSync(folder),
    token: (tenantId, may = true) => {
      const token = newToken()
      people.set(token, {
        tenantId,
        userId: 1,
        username: 'ana',
        roles: new Set(may ? ['documents_admin'] : []),
        vehicleScope: null,
      } as unknown as Session)
      return token
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    stop: async () => {
      app.server.closeAllConnections()
      await app.close()
      rmSync(own, { recursive: true, force: true })
    },
  }
}

export const BOUNDARY = 'padron-prueba-0123456789'
export type Part = { name: string; value: string | Buffer; fileName?: string; type?: string }

/** A multipart body of these parts in this order. */
export const partsBody = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, value, fileName, type }) => [
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; ` +
          `name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n` +
          `${type ? `content-type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])

/** Begins a request by hand: its head, with this length announced for its body. */
export const beginUpload = ({ port }: Spooling, token: string, length: number, path = '/upload'): Socket => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const type = path === '/upload' ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json'
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ` +
      `${type}\r\ncontent-length: ${length}\r\n\r\n`,
  )
  return socket
}
