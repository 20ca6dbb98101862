// Reads columns and builds them: of a small fleet here, of a large one in a worker thread.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from '../../db/client.ts'
import { type BuiltFleet, builder, type Places } from './builder.ts'
import type { ThreadRequest } from './builder-thread.ts'
import type { ColumnField } from './column-fields.ts'
import { copyQuery, readColumnsOf } from './columns.queries.ts'

type LoadRequest = { tenantId: number; fields: readonly ColumnField[]; places?: Places }

/**
 * Reads a small fleet in this thread and transaction.
 * @param places of a cached fleet; without it the first field is the plate
 */
export const buildColumns = async (tx: Tx, { tenantId, fields, places }: LoadRequest): Promise<BuiltFleet> => {
  const { addPiece, finish } = builder(fields.length, places)
  addPiece(await readColumnsOf(tx, tenantId, fields))
  return finish()
}

/**
 * The same for a large fleet, in one statement whose rows a thread parses.
 * @param client of a transaction of the company, on a connection that does not pipeline
 */
export const copyColumns = ({
  client,
  leaving,
  ...request
}: LoadRequest & { client: ClientBase; leaving: AbortSignal }): Promise<BuiltFleet> =>
  withThread(request, async (send) => {
    await client.query('set local max_parallel_workers_per_gather = 0')
    let accepted: Promise<unknown> = Promise.resolve()
    let fault: { error: unknown } | undefined
    for await (const bytes of inChunks(client.query(copyTo(copyQuery(request))))) {
      if (fault) continue // the rest of the result must be read before the connection can run another query
      try {
        leaving.throwIfAborted()
        await accepted
        accepted = send(bytes)
        accepted.catch(() => undefined) // it is awaited in the next iteration
      } catch (error) {
        fault = { error }
      }
    }
    if (fault) throw fault.error
    await accepted
  })

const CHUNK = 1024 * 1024
/** Copies the stream in chunks that can be transferred. */
async function* inChunks(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let [chunks, size] = [[] as Buffer[], 0]
  const all = () => {
    const bytes = new Uint8Array(size)
    let at = 0
    for (const each of chunks) {
      bytes.set(each, at)
      at += each.length
    }
    ;[chunks, size] = [[], 0]
    return bytes
  }
  for await (const each of stream) {
    chunks.push(each)
    size += each.length
    if (size >= CHUNK) yield all()
  }
  yield all()
}

type Send = (request: ThreadRequest) => Promise<unknown>
type Builder = { send: Send; leave: () => Promise<unknown> }

const newBuilder = (): Builder => {
  const thread = new Worker(new URL('./builder-thread.ts', import.meta.url), { execArgv: [] })
  thread.unref() // an idle thread does not keep the process alive
  const ended = once(thread, 'exit').then(() => {
    throw new Error('the thread that makes columns ended early')
  })
  ended.catch(() => undefined) // the thread also ends on request
  const send: Send = async (request) => {
    const answer = once(thread, 'message')
    thread.postMessage(request, request instanceof Uint8Array ? [request.buffer as ArrayBuffer] : [])
    const [message] = (await Promise.race([answer, ended])) as unknown[]
    return message
  }
  return { send, leave: () => thread.terminate() }
}

/** How long an idle thread waits for the next fleet before it ends. */
const IDLE_MS = 30_000
/** No more than the concurrent reads. */
const idle = new Map<Builder, NodeJS.Timeout>()
const rest = (builder: Builder): void => {
  const leave = () => void (idle.delete(builder) && builder.leave())
  idle.set(builder, setTimeout(leave, IDLE_MS).unref())
}
const rested = (): Builder | undefined => {
  const [builder] = idle.keys()
  if (!builder) return undefined
  clearTimeout(idle.get(builder))
  idle.delete(builder)
  return builder
}

/** @param give sends all data to the thread */
const withThread = async (
  { fields, places }: LoadRequest,
  give: (send: Send) => Promise<void>,
): Promise<BuiltFleet> => {
  const builder = rested() ?? newBuilder()
  try {
    await builder.send({ fields: fields.length, places })
    await give(builder.send)
    const built = (await builder.send('finish')) as BuiltFleet
    rest(builder)
    return built
  } catch (error) {
    await builder.leave() // it has an incomplete fleet, or has ended
    throw error
  }
}
