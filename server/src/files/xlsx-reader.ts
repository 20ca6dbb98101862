// Reads an uploaded .xlsx as rows of texts. The workbook is opened in a worker thread with a memory limit and a time limit:
// whatever it hides, the process that serves people goes on.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { TEMPLATE_SHEET } from '@padron/contract/vehicle-template'
import { TOO_BIG, WorkbookError } from './workbook-error.ts'
import { judgeSize } from './xlsx-kind.ts'
import type { SheetRow } from './xlsx-sheet.ts'
import type { WorkerReply, WorkerRequest } from './xlsx-worker.ts'

export type { SheetRow }

const MEMORY_MB = 256
const YOUNG_MB = 4 // the garbage of a million cells is short-lived: more room only makes the process grow
const REPLY_MS = 30_000 // to open the workbook, or to read 500 rows

/** One answer of the worker, in time. */
const reply = async (worker: Worker): Promise<WorkerReply> => {
  const timer = AbortSignal.timeout(REPLY_MS)
  try {
    const [message] = await once(worker, 'message', { signal: timer })
    return message as WorkerReply
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError' || name === 'TimeoutError')
      throw new WorkbookError(TOO_BIG)
    throw error
  }
}

/** A small Buffer is a piece of a pool that others use too. */
const ownsBuffer = ({ byteLength, buffer }: Uint8Array): boolean => byteLength === buffer.byteLength

/**
 * The rows of a sheet that hold anything; `row` is Excel's own number. One batch is read ahead of the caller.
 * @param bytes the whole file
 * @param sheet the sheet to prefer; without one of that name, the first visible one
 * @param give the bytes go to the worker and are empty here afterwards; else they are copied
 * @throws WorkbookError with a sentence for the person who sent the file
 */
export async function* readXlsx(
  bytes: Uint8Array,
  sheet: string = TEMPLATE_SHEET,
  give = false,
): AsyncGenerator<SheetRow> {
  judgeSize(bytes)
  const sent = give && ownsBuffer(bytes) ? bytes : new Uint8Array(bytes)
  const workerData: WorkerRequest = { bytes: sent, sheet }
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData,
    transferList: [sent.buffer as ArrayBuffer],
    execArgv: [],
    env: {}, // it needs none; and under `npm run dev` Node's watch would report its files among the answers
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const ask = (): Promise<WorkerReply> => {
    worker.postMessage('next')
    const answer = reply(worker)
    answer.catch(() => undefined) // it is awaited later
    return answer
  }
  try {
    for (let coming = ask(); ; ) {
      const answer = await coming
      if ('refused' in answer) throw new WorkbookError(answer.refused)
      if ('done' in answer) return
      coming = ask()
      yield* answer.rows
    }
  } finally {
    await worker.terminate()
  }
}
