// A copy of the user's own workbook with its faults: wrong cells coloured, the message as a note on the cell, and a
// sheet that lists all. The rest of the workbook stays unchanged. Made in a separate process with limits; for a
// workbook that is too big or cannot be changed safely, the result is a workbook of errors instead.
import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Country } from '@padron/contract/places/countries'
import { currentCountry } from '../../../locale.ts'
import { createFileLimiter } from '../../file-limiter.ts'
import {
  ERROR_COLUMNS,
  ERROR_SHEET,
  errorRow,
  type FileNote,
  moreRow,
  NOTES_AT_MOST,
} from '../write/error-workbook-rows.ts'
import { type Cell, writeWorkbook } from '../write/writer.ts'
import type { MarkRequest } from './worker.ts'

export type { FileNote } from '../write/error-workbook-rows.ts'

export const MARK_AT_MOST = { bytes: 5 * 1_048_576, rows: 20_000 } as const
/** The thread in the process has thirty seconds (files/workbook-thread.ts), so this limit is longer. */
const PROCESS_MS = 60_000
/**
 * One at a time in this process, because each may take some 400 MB. At some three seconds each, the last in the queue
 * waits a minute.
 */
export const limitMarkedCopies = createFileLimiter({ atOnce: 1, company: 10, process: 20 })

export type MarkedCopy = {
  bytes: Uint8Array
  /** The sheet that was read; if there is none with this name, the first visible one. */
  sheetName: string
  /** Its number of rows, if known. */
  rows?: number
  notes: readonly FileNote[]
}

export type ProcessRequest = MarkRequest & { country: Country }
export type ProcessReply = { done?: Uint8Array }

/** Lowers the priority, so that HTTP requests come before the generation of files. */
const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // the process has ended already, or the system does not allow it
  }
}

/** @returns undefined if the workbook cannot be marked or exceeds the limits */
const marked = async ({ bytes, sheetName, notes }: MarkedCopy): Promise<Uint8Array | undefined> => {
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    env: {}, // not needed
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
  child.send(request, () => undefined) // an error here means that the process has ended
  const { done } = await answered
  await exited // its memory is free before the next process starts
  return done
}

function* rowsOf(notes: readonly FileNote[]): Generator<readonly Cell[]> {
  for (const note of notes.slice(0, NOTES_AT_MOST)) yield errorRow(note)
  const more = moreRow(notes.length)
  if (more) yield more
}

/** A workbook of errors only, for files that cannot be marked: a CSV file or several sheets. */
export const errorsOnly = async ({ notes }: Pick<MarkedCopy, 'notes'>): Promise<Uint8Array> => {
  const into = new PassThrough()
  const columns = ERROR_COLUMNS.map(
    ({ title, width }) => ({ title, kind: title === 'Fila' ? 'number' : 'text', width }) as const,
  )
  const sheet = { name: ERROR_SHEET, columns, rows: rowsOf(notes) }
  const [bytes] = await Promise.all([buffer(into), writeWorkbook(into, [sheet])])
  return bytes
}

/** @returns a workbook with every note: the user's own, or one with errors only */
export const markedCopy = async (file: MarkedCopy): Promise<Uint8Array> => {
  const tooBig = file.bytes.length > MARK_AT_MOST.bytes || (file.rows ?? 0) > MARK_AT_MOST.rows
  return (tooBig ? undefined : await marked(file)) ?? errorsOnly(file)
}
