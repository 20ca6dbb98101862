// The worker thread that reads a file of vehicles: its columns, or row by row as an import. Then it answers each 'next'
// with a piece of COPY text, then with the summary or a refusal; it never reads ahead.
import { workerData } from 'node:worker_threads'
import { answerEach, type Refused } from '../../../files/workbook-thread.ts'
import { DAMAGED, WorkbookError } from '../../../files/xlsx/read/workbook-error.ts'
import { type FileLook, type LookOptions, lookAtFile } from './columns.ts'
import { type ReadOptions, type ReadSummary, readPieces } from './pieces.ts'

export type ReadingRequest = { bytes: Uint8Array; options: ReadOptions } | { bytes: Uint8Array; look: LookOptions }
export type ReadingReply = { lines: Uint8Array } | { done: ReadSummary } | Refused
export type LookReply = { done: FileLook } | Refused

const request = workerData as ReadingRequest
const { bytes } = request
const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const pieces = 'options' in request ? readPieces(file, request.options) : undefined
const encoder = new TextEncoder()

const next = async (): Promise<ReadingReply | LookReply> => {
  if ('look' in request) return { done: await lookAtFile(file, request.look) }
  const { value } = (await pieces?.next()) ?? {}
  if (!value) return { refused: DAMAGED }
  return 'lines' in value ? { lines: encoder.encode(value.lines) } : { done: value }
}

const answer = (): Promise<ReadingReply | LookReply> =>
  next().catch((error: unknown) => ({ refused: error instanceof WorkbookError ? error.message : DAMAGED }))
answerEach(answer, (reply) => ('lines' in reply ? [reply.lines.buffer as ArrayBuffer] : []))
