// Sends a stored file that a signed address names.
import type { FastifyReply } from 'fastify'
import { notFound } from '../../errors/http-problem.ts'
import type { FileStore } from '../../files/contents/file-store.ts'

type Stored = { path: string; name: string; type: string; size: number }

/**
 * @param stored undefined if there is none, or it may not be opened
 * @param headersOf how a browser shows it, by its name and media type
 * @throws HttpProblem 404
 */
export const sendStored = async (
  reply: FastifyReply,
  files: FileStore,
  stored: Stored | undefined,
  headersOf: (name: string, type: string) => Record<string, string>,
) => {
  const file = stored && (await files.read(stored.path))
  if (!stored || !file) throw notFound()
  return reply.headers(headersOf(stored.name, stored.type)).header('content-length', stored.size).send(file)
}
