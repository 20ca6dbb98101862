// The name of the operator, from sudo or from the system.
import { userInfo } from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import { operator } from './console.ts'

afterEach(() => vi.unstubAllEnvs())

const known = () => ({ ...userInfo(), username: 'root' })
const unknown = () => {
  throw new Error('ENOENT: no such user')
}

it.each([
  ['', known, 'Operador (root)'],
  ['ana', known, 'Operador (ana)'],
  ['', unknown, `Operador (uid ${process.getuid?.()})`],
])('with sudo user «%s»', (sudo, look, name) => {
  vi.stubEnv('SUDO_USER', sudo)
  expect(operator(look)).toEqual({ origin: 'operator', name })
})
