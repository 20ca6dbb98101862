// The worker thread that reads and validates an import row by row. It answers each 'next' with a piece of COPY text,
// then with the summary or a refusal; it never reads ahead.
import { workerData } from 'node:worker_threads'
import { answerEach, type Refused } from '../../../files/workbook-thread.ts'
import { DAMAGED, WorkbookError } from '../../../files/xlsx/read/workbook-error.ts'
import { type ReadOptions, type ReadSummary, readPieces } from './pieces.ts'

export type ReadingRequest = { bytes: Uint8Array; options: ReadOptions }
export type ReadingReply = { lines: Uint8Array; rows: number } | { done: ReadSummary } | Refused

const { bytes, options } = workerData as ReadingRequest
const pieces = readPieces(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options)
const encoder = new TextEncoder()

const answer = async (): Promise<ReadingReply> => {
  try {
    const { value } = await pieces.next()
    if (!value) return { refused: DAMAGED }
    return 'lines' in value ? { lines: encoder.encode(value.lines), rows: value.rows } : { done: value }
  } catch (error) {
    return { refused: error instanceof WorkbookError ? error.message : DAMAGED }
  }
}
answerEach(answer, (reply) => ('lines' in reply ? [reply.lines.buffer as ArrayBuffer] : []))
