// Starts the thread that reads an import, and hands on what it says; stopped when its memory or its time is over.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { TOO_BIG, WorkbookError } from '../../files/workbook-error.ts'
import { judgeSize } from '../../files/xlsx-kind.ts'
import type { ReadSummary, Wanted } from './reading.ts'
import type { ReadingReply, ReadingRequest } from './reading-worker.ts'

const MEMORY_MB = 256
const REPLY_MS = 30_000 // to open the workbook, or to read some hundred rows

const reply = async (worker: Worker): Promise<ReadingReply> => {
  try {
    const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(REPLY_MS) })
    return message as ReadingReply
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError' || name === 'TimeoutError')
      throw new WorkbookError(TOO_BIG)
    throw error
  }
}

/**
 * Yields pieces of COPY text for the staging table (reading.ts, STAGED and the vehicle's columns); returns what the file is.
 * One piece is read ahead of the caller.
 * @param bytes the whole file; they move to the thread, and are the caller's no more @throws WorkbookError
 */
export async function* readWorkbook(bytes: Uint8Array<ArrayBuffer>, wanted: Wanted): AsyncGenerator<Uint8Array, ReadSummary> {
  judgeSize(bytes)
  const workerData: ReadingRequest = { bytes, wanted }
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    workerData,
    transferList: [bytes.buffer],
    execArgv: [],
    env: {}, // it needs none; and under `npm run dev` Node's watch would report its files among the answers
    // A small young heap: its rows are short-lived, and it grows to three times as much otherwise.
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 4 },
  })
  const ask = (): Promise<ReadingReply> => {
    worker.postMessage('next')
    const answer = reply(worker)
    answer.catch(() => undefined) // it is awaited later
    return answer
  }
  try {
    for (let coming = ask(); ; ) {
      const answer = await coming
      if ('refused' in answer) throw new WorkbookError(answer.refused)
      if ('done' in answer) return answer.done
      coming = ask()
      yield answer.lines
    }
  } finally {
    await worker.terminate()
  }
} // biome-ignore format: the signature
