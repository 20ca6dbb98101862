// A pool of few threads that each process one request at a time. Threads start when a request waits and end after some
// idle time. A thread that dies or exceeds the timeout is replaced: its request fails, the others continue.
import { Worker } from 'node:worker_threads'

export type PoolOptions = {
  /** The most threads; another one starts only if a request waits. */
  atMost: number
  timeoutMs: number
}
export type Pool<Question, Answer> = {
  /** @param give memory that is transferred @throws PoolError if the thread dies or exceeds the timeout */
  ask: (question: Question, give?: ArrayBuffer[]) => Promise<Answer>
  /** Ends the idle threads. */
  rest: () => Promise<void>
}
export class PoolError extends Error {}

type Waiting<Question, Answer> = {
  question: Question
  give: ArrayBuffer[]
  done: (answer: Answer) => void
  fail: (error: Error) => void
}
type Thread<Question, Answer> = {
  worker: Worker
  doing?: Waiting<Question, Answer> | undefined
  timer?: NodeJS.Timeout
}

const IDLE_MS = 30_000
const MEMORY_MB = 256

/** @param script module of the thread, which responds to each message with one message */
export const threadPool = <Question, Answer>(
  script: URL,
  { atMost, timeoutMs }: PoolOptions,
): Pool<Question, Answer> => {
  type One = Thread<Question, Answer>
  const queue: Waiting<Question, Answer>[] = []
  const threads = new Set<One>()

  const end = (thread: One, error: Error): void => {
    if (!threads.delete(thread)) return
    clearTimeout(thread.timer)
    const { doing } = thread
    thread.doing = undefined
    // Native code cannot be interrupted: the thread ends when it returns.
    void thread.worker.terminate()
    doing?.fail(error)
    next()
  }
  const restSoon = (thread: One): void => {
    thread.worker.unref()
    thread.timer = setTimeout(() => end(thread, new PoolError('the thread was idle')), IDLE_MS).unref()
  }
  const give = (thread: One, waiting: Waiting<Question, Answer>): void => {
    clearTimeout(thread.timer)
    thread.doing = waiting
    thread.worker.ref()
    thread.timer = setTimeout(() => end(thread, new PoolError('it took too long')), timeoutMs)
    thread.worker.postMessage(waiting.question, waiting.give)
  }
  const answered = (thread: One, answer: Answer): void => {
    clearTimeout(thread.timer)
    const { doing } = thread
    thread.doing = undefined
    doing?.done(answer)
    next()
    if (!thread.doing && threads.has(thread)) restSoon(thread)
  }
  const begin = (): One => {
    const worker = new Worker(script, { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    const thread: One = { worker }
    worker.on('message', (answer: Answer) => answered(thread, answer))
    worker.on('error', (error: Error) => end(thread, new PoolError(`the thread died: ${error.message}`)))
    worker.on('exit', () => end(thread, new PoolError('the thread ended')))
    threads.add(thread)
    return thread
  }
  const next = (): void => {
    const free = [...threads].find(({ doing }) => !doing) ?? (threads.size < atMost ? begin : undefined)
    const waiting = free && queue.shift()
    if (free && waiting) give(typeof free === 'function' ? free() : free, waiting)
  }
  return {
    ask: (question, memory = []) =>
      new Promise((done, fail) => {
        queue.push({ question, give: memory, done, fail })
        next()
      }),
    rest: async () => {
      const idle = [...threads].filter(({ doing }) => !doing)
      for (const thread of idle) threads.delete(thread)
      for (const { timer } of idle) clearTimeout(timer)
      await Promise.all(idle.map(({ worker }) => worker.terminate()))
    },
  }
}
