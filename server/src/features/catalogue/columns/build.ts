// Reads columns and makes them: here while the fleet is small, in a thread from the second piece on.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Tx } from '../../../db/client.ts'
import { type BuiltFleet, builder, type Places } from './builder.ts'
import type { ThreadRequest, ThreadStart } from './builder-thread.ts'
import type { ColumnField } from './fields.ts'
import { readPiece } from './read.ts'

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

type Read = NonNullable<Awaited<ReturnType<typeof readPiece>>>

const inThread = async (tx: Tx, { tenantId, fields, piece, places }: Wanted, first: Read): Promise<BuiltFleet> => {
  const workerData: ThreadStart = { fields: fields.length, places }
  const thread = new Worker(new URL('./builder-thread.ts', import.meta.url), { workerData, execArgv: [] })
  const ended = once(thread, 'exit').then(() => {
    throw new Error('the thread that makes columns ended early')
  })
  ended.catch(() => undefined) // it also ends when it is done
  const ask = async (request: ThreadRequest): Promise<unknown> => {
    const answer = once(thread, 'message')
    thread.postMessage(request)
    const [message] = (await Promise.race([answer, ended])) as unknown[]
    return message
  }
  try {
    // The next piece is read while the thread takes this one in.
    let taken: Promise<unknown> = Promise.resolve()
    for (let read: Read | undefined = first; read; ) {
      await taken
      taken = ask(read.piece)
      taken.catch(() => undefined) // it is awaited in the next round
      read = read.count === piece ? await readPiece(tx, tenantId, fields, read.last, piece) : undefined
    }
    await taken
    return (await ask('finish')) as BuiltFleet
  } finally {
    await thread.terminate()
  }
}
