// A worker thread that opens an untrusted workbook and responds to one message at a time. It is stopped when its memory
// or time limit is exceeded, whatever the workbook contains. Each 'next' gets a part of the result, the last part
// (`done`), or a refusal.
import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { asCountry } from '@padron/contract/places/countries'
import { currentCountry, withLocale } from '../locale.ts'
import { TOO_BIG, WorkbookError } from './xlsx/read/workbook-error.ts'

const REPLY_MS = 30_000 // to open the workbook, or to read some hundred rows
const MEMORY_MB = 256
const YOUNG_MB = 4 // the garbage of a million cells is short-lived: more memory would only make the process grow

export type Refused = { refused: string }
export type ThreadOptions = {
  /** The thread's `workerData`. */
  request: object
  /** Memory that is transferred to the thread: the caller can no longer use it. */
  give: ArrayBuffer
  memoryMb?: number
  youngMb?: number
  /** Ends the thread; the generator then throws its reason. */
  signal?: AbortSignal | undefined
}

const answerOf = async <Answer>(worker: Worker, signal: AbortSignal | undefined): Promise<Answer> => {
  const late = AbortSignal.timeout(REPLY_MS)
  try {
    const [message] = await once(worker, 'message', { signal: signal ? AbortSignal.any([late, signal]) : late })
    return message as Answer
  } catch (error) {
    signal?.throwIfAborted()
    const { code, name } = error as NodeJS.ErrnoException
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError' || name === 'TimeoutError')
      throw new WorkbookError(TOO_BIG)
    throw error
  }
}

/**
 * Yields the thread's answers, including the last one; the next one is requested before the caller needs it.
 * @throws WorkbookError with the thread's refusal, or if it runs out of memory or time
 */
export async function* answersOf<Answer extends object>(
  script: URL,
  { request, give, memoryMb = MEMORY_MB, youngMb = YOUNG_MB, signal }: ThreadOptions,
): AsyncGenerator<Exclude<Answer, Refused>> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./worker-start.ts', import.meta.url), {
    workerData: request,
    argv: [currentCountry(), script.href],
    transferList: [give],
    execArgv: [],
    env: {}, // needs none; and under `npm run dev` Node's watch mode would send its own messages among the answers
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
  })
  const ask = (): Promise<Answer> => {
    worker.postMessage('next')
    const answer = answerOf<Answer>(worker, signal)
    answer.catch(() => undefined) // the loop awaits it
    return answer
  }
  try {
    for (let coming = ask(); ; ) {
      const answer = await coming
      if ('refused' in answer) throw new WorkbookError(String(answer.refused))
      const isLast = 'done' in answer
      if (!isLast) coming = ask()
      yield answer as Exclude<Answer, Refused>
      if (isLast) return
    }
  } finally {
    await worker.terminate()
  }
}

/** Runs in the thread. @param moved memory of the answer that is transferred to the caller */
export const answerEach = <Answer extends object>(
  next: () => Promise<Answer>,
  moved: (answer: Answer) => ArrayBuffer[] = () => [],
): void => {
  const country = asCountry(process.argv[2])
  const answerNext = async () => {
    const answer = await withLocale(country, next)
    parentPort?.postMessage(answer, moved(answer))
  }
  parentPort?.on('message', () => void answerNext())
}
