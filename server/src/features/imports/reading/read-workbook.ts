// Starts the thread that reads an import and yields its pieces. The thread is stopped when its memory or time is used
// up.
import { answersOf } from '../../../files/workbook-thread.ts'
import { checkSize } from '../../../files/xlsx/read/kind.ts'
import type { FileLook, LookOptions } from './columns.ts'
import type { ReadOptions, ReadSummary } from './pieces.ts'
import type { LookReply, ReadingReply, ReadingRequest } from './worker.ts'

const SCRIPT = new URL('./worker.ts', import.meta.url)

/**
 * Yields pieces of COPY text for the staging table (pieces.ts, STAGED and the vehicle's columns); returns the file's
 * summary. Reads one piece ahead of the caller.
 * @param bytes the whole file; they are transferred to the thread, so the caller can no longer use them
 * @param signal ends the thread at once
 * @throws WorkbookError
 */
export async function* readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  options: ReadOptions,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, ReadSummary> {
  checkSize(bytes)
  const request: ReadingRequest = { bytes, options }
  for await (const answer of answersOf<ReadingReply>(SCRIPT, { request, give: bytes.buffer, signal })) {
    if ('done' in answer) return answer.done
    yield answer.lines
  }
  throw new Error('the reading ended without a summary of the file')
}

/** Describes the file's columns. @param bytes transferred, as above @throws WorkbookError */
export const readColumns = async (bytes: Uint8Array<ArrayBuffer>, look: LookOptions): Promise<FileLook> => {
  checkSize(bytes)
  const request: ReadingRequest = { bytes, look }
  for await (const { done } of answersOf<LookReply>(SCRIPT, { request, give: bytes.buffer })) return done
  throw new Error('the reading ended without a summary of the file')
}
