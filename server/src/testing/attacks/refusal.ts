// What a refusal may say: a Spanish problem document and nothing of how the product is made.
import { expect } from 'vitest'

export type Answer = { status: number; body: unknown; headers: Record<string, unknown> }

const INSIDES =
  /postgres|kysely|fastify|zod|node_modules|\/work\/|\.[tj]s:\d|\bat \w+ \(|select .+ from|insert into|syntax error|relation "|constraint|FST_|argon2/i
const ENGLISH =
  /\b(the|invalid|must|unexpected|not found|required|expected|is not|bad request|unsupported|unauthorized|internal)\b/i

/** Refused for what the sender did (never a fault of ours), in Spanish, with nothing of the insides. */
export const expectRefused = (answer: Answer, among: readonly number[], label: string): void => {
  const { status, body, headers } = answer
  expect(among, `${label} → ${status} ${JSON.stringify(body)}`).toContain(status)
  expect(headers['content-type'], label).toMatch(/^application\/problem\+json/)
  const { title, errors = [] } = body as { title: string; errors?: { path: string; message: string }[] }
  for (const text of [title, ...errors.map(({ message }) => message)]) expect(text, label).not.toMatch(ENGLISH)
  expect(title.length, label).toBeGreaterThan(10)
  expect(JSON.stringify(body), label).not.toMatch(INSIDES)
}

/** Answered, whatever the answer: no fault of ours, and nothing of the insides where it is no success. */
export const expectNoFault = ({ status, body }: Answer, label: string): void => {
  expect(status, `${label} → ${status} ${JSON.stringify(body)}`).toBeLessThan(500)
  if (status >= 400) expect(JSON.stringify(body), label).not.toMatch(INSIDES)
}
