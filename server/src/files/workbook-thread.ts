// A worker thread that opens a stranger's workbook and answers one question at a time: stopped when its memory or its
// time is over, whatever the workbook hides. Each 'next' is answered with something to hand on, with the last of it
// (`done`), or with a refusal.
import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { asCountry } from '@padron/contract/places/countries'
import { currentCountry, withLocale } from '../locale.ts'
import { TOO_BIG, WorkbookError } from './xlsx/read/workbook-error.ts'

const REPLY_MS = 30_000 // to open the workbook, or to read some hundred rows
const MEMORY_MB = 256
const YOUNG_MB = 4 // the garbage of a million cells is short-lived: more room only makes the process grow

export type Refused = { refused: string }
export type ThreadOptions = {
  /** What the thread is given: `workerData` there. */
  request: object
  /** Memory that moves to the thread, and is the caller's no more. */
  give: ArrayBuffer
  memoryMb?: number
  youngMb?: number
  /** Ends the thread, and the answers with its reason. */
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
 * Yields the thread's answers, the last one too; the next one is requested before the caller needs it.
 * @throws WorkbookError with its refusal, or where it is out of memory or time
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
    env: {}, // it needs none; and under `npm run dev` Node's watch would report its files among the answers
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
  })
  const ask = (): Promise<Answer> => {
    worker.postMessage('next')
    const answer = answerOf<Answer>(worker, signal)
    answer.catch(() => undefined) // it is awaited in the loop
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

/** In the thread. @param moved memory of the answer that moves to the caller */
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
