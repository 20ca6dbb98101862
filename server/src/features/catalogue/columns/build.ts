// Reads columns and makes them: here while the fleet is small, in a thread from the second piece on.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from '../../../db/client.ts'
import { type BuiltFleet, builder, type Places } from './builder.ts'
import type { ThreadRequest, ThreadStart } from './builder-thread.ts'
import type { ColumnField } from './fields.ts'
import { copyQuery, readPiece } from './read.ts'

/** Vehicles read at a time: some twenty milliseconds of the database's, and none of the others' here. */
export const PIECE = 16_000

type Wanted = { tenantId: number; fields: readonly ColumnField[]; piece: number; places?: Places }

/** @param places of a fleet that is kept already; without it the first field is the plate */
export const buildColumns = async (tx: Tx, wanted: Wanted): Promise<BuiltFleet> => {
  const { tenantId, fields, piece, places } = wanted
  const first = await readPiece(tx, tenantId, fields, 0, piece)
  if (first && first.count === piece) return inThread(tx, wanted, first)
  const { take, finish } = builder(fields.length, places)
  if (first) take(first.piece)
  return finish()
}

/**
 * The same of every vehicle in one statement: half the database's time for each value, and none of this thread's.
 * @param client of a transaction of the company, on a connection that does not pipeline
 */
export const copyColumns = ({ client, leaving, ...wanted }: Omit<Wanted, 'piece'> & { client: ClientBase; leaving: AbortSignal }): Promise<BuiltFleet> =>
  withThread(wanted, async (ask) => {
    await client.query('set local max_parallel_workers_per_gather = 0')
    let taken: Promise<unknown> = Promise.resolve()
    for await (const bytes of inChunks(client.query(copyTo(copyQuery(wanted))))) {
      leaving.throwIfAborted()
      await taken
      taken = ask(bytes)
      taken.catch(() => undefined) // it is awaited in the next round
    }
    await taken
  }) // biome-ignore format: one signature

const CHUNK = 1024 * 1024
/** Copies of what comes, so that they can be handed over. */
async function* inChunks(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let [kept, size] = [[] as Buffer[], 0]
  const all = () => {
    const bytes = new Uint8Array(size)
    let at = 0
    for (const each of kept) {
      bytes.set(each, at)
      at += each.length
    }
    ;[kept, size] = [[], 0]
    return bytes
  }
  for await (const each of stream) {
    kept.push(each)
    size += each.length
    if (size >= CHUNK) yield all()
  }
  yield all()
}

type Read = NonNullable<Awaited<ReturnType<typeof readPiece>>>

const inThread = (tx: Tx, wanted: Wanted, first: Read): Promise<BuiltFleet> =>
  withThread(wanted, async (ask) => {
    const { tenantId, fields, piece } = wanted
    // The next piece is read while the thread takes this one in.
    let taken: Promise<unknown> = Promise.resolve()
    for (let read: Read | undefined = first; read; ) {
      await taken
      taken = ask(read.piece)
      taken.catch(() => undefined) // it is awaited in the next round
      read = read.count === piece ? await readPiece(tx, tenantId, fields, read.last, piece) : undefined
    }
    await taken
  })

type Asking = (request: ThreadRequest) => Promise<unknown>

/** @param give hands everything to the thread */
const withThread = async (
  { fields, places }: Omit<Wanted, 'piece'>,
  give: (ask: Asking) => Promise<void>,
): Promise<BuiltFleet> => {
  const workerData: ThreadStart = { fields: fields.length, places }
  const thread = new Worker(new URL('./builder-thread.ts', import.meta.url), { workerData, execArgv: [] })
  const ended = once(thread, 'exit').then(() => {
    throw new Error('the thread that makes columns ended early')
  })
  ended.catch(() => undefined) // it also ends when it is done
  const ask: Asking = async (request) => {
    const answer = once(thread, 'message')
    thread.postMessage(request, request instanceof Uint8Array ? [request.buffer as ArrayBuffer] : [])
    const [message] = (await Promise.race([answer, ended])) as unknown[]
    return message
  }
  try {
    await give(ask)
    return (await ask('finish')) as BuiltFleet
  } finally {
    await thread.terminate()
  }
}
