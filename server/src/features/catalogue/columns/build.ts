// Reads columns and makes them: here while the fleet is small, in a thread from the second piece on.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Tx } from '../../../db/client.ts'
import { type BuiltFleet, builder, type Piece, type Places } from './builder.ts'
import type { ThreadRequest, ThreadStart } from './builder-thread.ts'
import type { ColumnField } from './fields.ts'
import { PIECE, readPiece } from './read.ts'

/** @param places of a fleet that is kept already; without it the first field is the plate */
export const buildColumns = async (
  tx: Tx,
  tenantId: number,
  fields: readonly ColumnField[],
  places?: Places,
): Promise<BuiltFleet> => {
  const first = await readPiece(tx, tenantId, fields, 0)
  if (first && first.count === PIECE) return inThread(tx, tenantId, fields, places, first)
  const { take, finish } = builder(fields.length, places)
  if (first) take(first.piece)
  return finish()
}

type Read = NonNullable<Awaited<ReturnType<typeof readPiece>>>

const inThread = async (
  tx: Tx,
  tenantId: number,
  fields: readonly ColumnField[],
  places: Places | undefined,
  first: Read,
): Promise<BuiltFleet> => {
  const workerData: ThreadStart = { fields: fields.length, places }
  const thread = new Worker(new URL('./builder-thread.ts', import.meta.url), { workerData, execArgv: [] })
  const ask = async (request: ThreadRequest): Promise<unknown> => {
    const answer = once(thread, 'message')
    thread.postMessage(request)
    return (await answer)[0]
  }
  try {
    // The next piece is read while the thread takes this one in.
    let taken: Promise<unknown> = Promise.resolve()
    for (let read: Read | undefined = first; read; ) {
      await taken
      const piece: Piece = read.piece
      taken = ask(piece)
      taken.catch(() => undefined) // it is awaited in the next round
      read = read.count === PIECE ? await readPiece(tx, tenantId, fields, read.last) : undefined
    }
    await taken
    return (await ask('finish')) as BuiltFleet
  } finally {
    await thread.terminate()
  }
}
