// The worker thread that opens an untrusted workbook. It responds to each 'next' with a batch of rows, `done`, or a
// refusal; nothing is read ahead of the request, so memory does not grow with a slow caller.
import { workerData } from 'node:worker_threads'
import { answerEach, type Refused } from '../../workbook-thread.ts'
import { openBook } from './open.ts'
import type { SheetRow } from './sheet.ts'
import { WorkbookError } from './workbook-error.ts'

export type WorkerRequest = { bytes: Uint8Array; sheet: string }
export type WorkerReply = { rows: SheetRow[] } | { done: true } | Refused

const BATCH = 100
/** Characters of a batch; limited because the receiving thread copies them at once. */
const BATCH_TEXT = 1_000_000
const textOf = ({ cells }: SheetRow): number => cells.reduce((sum, cell) => sum + cell.length, 0)

async function* batches({ bytes, sheet }: WorkerRequest): AsyncGenerator<WorkerReply> {
  const book = await openBook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), sheet)
  let rows: SheetRow[] = []
  let text = 0
  for await (const row of book.rows(book.main)) {
    rows.push(row)
    text += textOf(row)
    if (rows.length < BATCH && text < BATCH_TEXT) continue
    yield { rows }
    rows = []
    text = 0
  }
  if (rows.length > 0) yield { rows }
}

const work = batches(workerData as WorkerRequest)
answerEach<WorkerReply>(async () => {
  try {
    const { value, done } = await work.next()
    return done ? { done: true } : value
  } catch (error) {
    if (error instanceof WorkbookError) return { refused: error.message }
    throw error
  }
})
