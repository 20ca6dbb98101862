// A line of the log has only allowed fields, lists what it omits, and never uses the message of an error as its own.
import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

const lines: Record<string, unknown>[] = []
const log = makeLog('debug', 'api', { write: (line) => void lines.push(JSON.parse(line)) })
const lastLine = (write: () => void) => {
  write()
  return lines.at(-1)
}

test('allowed ids and texts are logged, with time, level, role and process', () => {
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

test('fields that are not allowed and values of the wrong type are omitted, and the line lists them', () => {
  const line = lastLine(() =>
    log.warn({ password: 'Clave-1', tenantId: 'Clave-1', route: 'Clave@1', runId: 'una clave' }, 'x'),
  )
  expect(line).toMatchObject({ omitted: ['password', 'tenantId', 'route', 'runId'] })
  expect(JSON.stringify(line)).not.toMatch(/Clave|una clave/)
})

test('an error without a message beside it is logged without its own message', () => {
  expect(lastLine(() => log.error(new Error('Ana "Pérez"')))?.msg).toBe('failed')
  expect(lastLine(() => log.error({ err: new Error('Ana "Pérez"') }))?.msg).toBe('failed')
  expect(JSON.stringify(lines)).not.toContain('Pérez')
})

test('the ids of a child logger pass the same list', () => {
  const line = lastLine(() => log.child({ requestId: 'K7Q2M9XWT4BC', token: 'secreto' }).info('call'))
  expect(line?.requestId).toBe('K7Q2M9XWT4BC')
  expect(JSON.stringify(line)).not.toContain('secreto')
})

test('lines of other programs are logged without the values that they quote', () => {
  const line = lastLine(() =>
    log.debug({ part: 'postgres' }, 'ERROR:  invalid input syntax for type uuid: "XAXX010101000"'),
  )
  expect(line?.msg).toBe('ERROR:  invalid input syntax for type uuid: …')
})
