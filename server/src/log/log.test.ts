// A line of the log holds what it may, says what it left out, and never takes the words of an error for its own.
import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

const lines: Record<string, unknown>[] = []
const log = makeLog('debug', 'api', { write: (line) => void lines.push(JSON.parse(line)) })
const lastLine = (write: () => void) => {
  write()
  return lines.at(-1)
}

test('ids and words of ours are written, with time, level, role and process', () => {
  const line = lastLine(() =>
    log.info({ tenantId: 7, itemId: '01a', route: '/api/v2/users/:id', outcome: 'done' }, 'job'),
  )
  expect(line).toMatchObject({
    level: 'info',
    role: 'api',
    pid: process.pid,
    tenantId: 7,
    itemId: '01a',
    route: '/api/v2/users/:id',
    msg: 'job',
  })
  expect(Date.parse(String(line?.time))).toBeGreaterThan(0)
})

test('what is not on the list is left out, and the line says so; nor is a value of the wrong kind taken', () => {
  const line = lastLine(() =>
    log.warn({ password: 'Clave-1', tenantId: 'Clave-1', route: 'Clave@1', runId: 'una clave' }, 'x'),
  )
  expect(line).toMatchObject({ omitted: ['password', 'tenantId', 'route', 'runId'] })
  expect(JSON.stringify(line)).not.toMatch(/Clave|una clave/)
})

test('an error without words beside it does not bring its own', () => {
  expect(lastLine(() => log.error(new Error('Ana "Pérez"')))?.msg).toBe('failed')
  expect(lastLine(() => log.error({ err: new Error('Ana "Pérez"') }))?.msg).toBe('failed')
  expect(JSON.stringify(lines)).not.toContain('Pérez')
})

test('a child’s ids pass the same list', () => {
  const line = lastLine(() => log.child({ requestId: 'K7Q2M9XWT4BC', token: 'secreto' }).info('call'))
  expect(line?.requestId).toBe('K7Q2M9XWT4BC')
  expect(JSON.stringify(line)).not.toContain('secreto')
})

test('lines of other programs are handed on without what they quote', () => {
  const line = lastLine(() =>
    log.debug({ part: 'postgres' }, 'ERROR:  invalid input syntax for type uuid: "XAXX010101000"'),
  )
  expect(line?.msg).toBe('ERROR:  invalid input syntax for type uuid: …')
})
