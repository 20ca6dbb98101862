// Distinguishes an unreachable database from one that answers with an error.

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
])

/** Messages of the driver that have no code. */
const LOST = /Connection terminated|is not queryable|timeout exceeded when trying to connect|timeout expired/

/** Whether the database cannot be reached, rather than answering with an error. */
export const isAway = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return AWAY.has(code ?? '') || LOST.test(message ?? '')
}
