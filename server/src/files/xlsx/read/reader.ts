// Reads an uploaded .xlsx as rows of texts. The workbook is opened in a worker thread with a memory limit and a time
// limit, so that the server process continues whatever the file contains.
import { TEMPLATE_SHEET } from '@padron/contract/template/vehicle-template'
import { answersOf } from '../../workbook-thread.ts'
import { checkDirectory } from './package.ts'
import type { SheetRow } from './sheet.ts'
import type { WorkerReply, WorkerRequest } from './worker.ts'

export type { SheetRow }

/**
 * The rows of a sheet that are not empty; `row` is the number in the sheet. One batch is read ahead of the caller.
 * @param bytes the whole file; the worker gets a copy
 * @param sheet the preferred sheet; if there is none with that name, the first visible one
 * @throws WorkbookError with a sentence for the user who sent the file
 */
export async function* readXlsx(bytes: Uint8Array, sheet: string = TEMPLATE_SHEET): AsyncGenerator<SheetRow> {
  await checkDirectory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const sent = new Uint8Array(bytes)
  const request: WorkerRequest = { bytes: sent, sheet }
  const script = new URL('./worker.ts', import.meta.url)
  for await (const answer of answersOf<WorkerReply>(script, { request, give: sent.buffer }))
    if ('rows' in answer) yield* answer.rows
}
