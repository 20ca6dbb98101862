// Who the operator is, where the machine says it in other ways.
import { afterEach, expect, it, vi } from 'vitest'
import { operator } from './console.ts'

const userInfo = vi.hoisted(() => vi.fn(() => ({ username: 'root' })))
vi.mock('node:os', async (original) => ({ ...(await original<object>()), userInfo }))
afterEach(() => vi.unstubAllEnvs())

it.each([
  ['', false, 'Operador (root)'],
  ['ana', false, 'Operador (ana)'],
  ['', true, `Operador (uid ${process.getuid?.()})`],
])('behind sudo «%s», unknown to the machine %s: %s', (sudo, unknown, name) => {
  vi.stubEnv('SUDO_USER', sudo)
  if (unknown)
    userInfo.mockImplementationOnce(() => {
      throw new Error('ENOENT: no such user')
    })
  expect(operator()).toEqual({ origin: 'operator', name })
})
