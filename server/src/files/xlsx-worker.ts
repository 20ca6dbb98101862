// The worker thread in which a stranger's workbook is opened. It answers each 'next' with a batch of rows, `done`, or a
// refusal; nothing is read ahead of what was asked, so memory stays flat however slow the caller is.
import { parentPort, workerData } from 'node:worker_threads'
import { DAMAGED, WorkbookError } from './workbook-error.ts'
import { openPackage } from './xlsx-package.ts'
import { readFormats, readStrings, readWorkbook } from './xlsx-parts.ts'
import { readRows, type SheetRow } from './xlsx-sheet.ts'

export type WorkerRequest = { bytes: Uint8Array; sheet: string }
export type WorkerReply = { rows: SheetRow[] } | { done: true } | { refused: string }

const BATCH = 500

async function* batches({ bytes, sheet: wanted }: WorkerRequest): AsyncGenerator<WorkerReply> {
  const pack = await openPackage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const { sheet, strings, styles, date1904 } = await readWorkbook(pack, wanted)
  const context = { strings: await readStrings(pack, strings), formats: await readFormats(pack, styles), date1904 }
  let rows: SheetRow[] = []
  for await (const row of readRows(await pack.open(sheet), context)) {
    rows.push(row)
    if (rows.length < BATCH) continue
    yield { rows }
    rows = []
  }
  if (rows.length > 0) yield { rows }
}

const work = batches(workerData as WorkerRequest)
const answer = async (): Promise<WorkerReply> => {
  try {
    const { value, done } = await work.next()
    return done ? { done: true } : value
  } catch (error) {
    // What is not ours comes from the ZIP or the XML: the file's fault in every case.
    return { refused: error instanceof WorkbookError ? error.message : DAMAGED }
  }
}
parentPort?.on('message', () => void answer().then((reply) => parentPort?.postMessage(reply)))
