// Stores files that a source sends inside its answer (base64) as evidence on disk before the answer is stored. Only
// PDFs by their content; anything else stays in the raw answer and is logged.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { FileStore } from '../../files/contents/file-store.ts'
import type { CheckResult, StoredEvidence } from '../engine/check-result.ts'

const MAX_BYTES = 5_000_000
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** If the worker dies before the answer is stored, a file without a row remains; sweep-evidence deletes it. */
export const storeReceivedFiles = async (
  store: FileStore,
  result: CheckResult,
  log: FastifyBaseLogger,
): Promise<CheckResult> => {
  const files: StoredEvidence[] = []
  for (const { name, base64 } of result.receivedFiles.slice(0, 5)) {
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length > MAX_BYTES || !isPdf(bytes)) {
      log.warn({ connector: result.connector.key, bytes: bytes.length }, 'a file inside an answer is no PDF; left out')
      continue
    }
    const fileId = randomUUID()
    const stored = await store.write(fileId, result.endedAt, async (into) => void into.end(bytes))
    files.push({ fileId, name: name.slice(0, 200), mediaType: 'application/pdf', ...stored })
  }
  return { ...result, files }
}
