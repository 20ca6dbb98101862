// The user's own workbook back, with what is wrong in it: bad cells in colour, the message as a note on the cell, and
// a sheet that lists them all. Everything else of the workbook is left as it was. Done in a process of its own with
// limits; a workbook that is too big, or that cannot be changed safely, is answered with a workbook of errors
// instead.
import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Country } from '@padron/contract/places/countries'
import { currentCountry } from '../../../locale.ts'
import { createFileLimiter } from '../../file-limiter.ts'
import { errorBook, type RefusedRows } from '../write/error-workbook.ts'
import type { FileNote } from '../write/error-workbook-rows.ts'
import type { MarkRequest } from './worker.ts'

export type { FileNote } from '../write/error-workbook-rows.ts'

export const MARK_AT_MOST = { bytes: 5 * 1_048_576, rows: 20_000 } as const
/** The thread in the process has thirty seconds (files/workbook-thread.ts). */
const PROCESS_MS = 60_000
/**
 * One at a time in this process: each may take some 400 MB. At some three seconds each, the last of them waits a
 * minute.
 */
export const limitMarkedCopies = createFileLimiter({ atOnce: 1, company: 10, process: 20 })

export type MarkedCopy = {
  bytes: Uint8Array
  /** The sheet that was read; without one of that name, the first visible one. */
  sheetName: string
  /** How many rows it has, where that is known. */
  rows?: number
  notes: readonly FileNote[]
  /** The refused rows, for the workbook of errors. */
  also?: RefusedRows
}

export type ProcessRequest = MarkRequest & { country: Country }
export type ProcessReply = { done?: Uint8Array }

/** Requests that wait for an answer come before those that wait for a file. */
const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it ended already, or the machine does not let us
  }
}

/** @returns undefined where the workbook is not one we can mark, or not within the limits */
const marked = async ({ bytes, sheetName, notes }: MarkedCopy): Promise<Uint8Array | undefined> => {
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    env: {}, // it needs none
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: PROCESS_MS,
    killSignal: 'SIGKILL',
  })
  lowerPriority(child.pid)
  const { promise: answered, resolve: answer } = Promise.withResolvers<ProcessReply>()
  child.once('message', (reply: ProcessReply) => answer(reply))
  child.once('error', () => answer({}))
  const exited = new Promise<void>((exit) => child.once('exit', () => exit()))
  void exited.then(() => answer({}))
  const request: ProcessRequest = { bytes, sheetName, notes, country: currentCountry() }
  child.send(request, () => undefined) // where it fails the process has ended
  const { done } = await answered
  await exited // its memory is back before the next begins
  return done
}

/** A workbook of errors only: for what cannot be marked, a CSV file or several sheets. */
export const errorsOnly = async ({ notes, also }: Pick<MarkedCopy, 'notes' | 'also'>): Promise<Uint8Array> => {
  const into = new PassThrough()
  const [bytes] = await Promise.all([buffer(into), errorBook(notes, into, also)])
  return bytes
}

/** @returns a workbook with every note: the user's own, or one of errors only */
export const markedCopy = async (file: MarkedCopy): Promise<Uint8Array> => {
  const tooBig = file.bytes.length > MARK_AT_MOST.bytes || (file.rows ?? 0) > MARK_AT_MOST.rows
  return (tooBig ? undefined : await marked(file)) ?? errorsOnly(file)
}
