// The worker thread in which a stranger's workbook is opened. It answers each 'next' with a batch of rows, `done`, or a
// refusal; nothing is read ahead of what was asked, so memory stays flat however slow the caller is.
import { workerData } from 'node:worker_threads'
import { answerEach, type Refused } from '../../workbook-thread.ts'
import { openSheet } from './open.ts'
import type { SheetRow } from './sheet.ts'
import { WorkbookError } from './workbook-error.ts'

export type WorkerRequest = { bytes: Uint8Array; sheet: string }
export type WorkerReply = { rows: SheetRow[] } | { done: true } | Refused

const BATCH = 100
/** Characters of a batch: its receiver copies them before anything else. */
const BATCH_TEXT = 1_000_000
const textOf = ({ cells }: SheetRow): number => cells.reduce((sum, cell) => sum + cell.length, 0)

async function* batches({ bytes, sheet }: WorkerRequest): AsyncGenerator<WorkerReply> {
  const opened = await openSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), sheet)
  let rows: SheetRow[] = []
  let text = 0
  for await (const row of opened.rows) {
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
