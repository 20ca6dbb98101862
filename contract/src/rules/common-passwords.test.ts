// The list of common passwords, and which passwords get a warning.
import { expect, it } from 'vitest'
import { COMMON_PASSWORDS } from './common-password-list.gen.ts'
import { COMMON_PASSWORD_WARNING, commonPasswordWarning } from './common-passwords.ts'
import { faultOf, Password } from './user-rules.ts'

it('has 3,000 distinct lower-case passwords, all valid by the password rule', () => {
  const list = COMMON_PASSWORDS.trim().split(/\s+/)
  expect(new Set(list).size).toBe(3000)
  expect(list).toHaveLength(3000)
  expect(list.filter((password) => password !== password.toLowerCase() || faultOf(Password, password))).toEqual([])
})

it.each(['123456', '1111', '0000', 'qwerty', 'mexico', 'P@ssw0rd', 'PASSWORD', 'iLoveYou1'])(
  'warns of %s',
  (password) => {
    expect(commonPasswordWarning(password)).toBe(COMMON_PASSWORD_WARNING)
  },
)

it.each(['', '123', 'Padron-demo-2026', 'password de Ana', ' 123456', 'kxTw8mPqRs2vYz4B', 'constructor'])(
  'gives no warning for «%s»',
  (password) => {
    expect(commonPasswordWarning(password)).toBeUndefined()
  },
)
