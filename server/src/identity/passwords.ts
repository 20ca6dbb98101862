// Passwords: argon2id from Node itself, and the sealed envelope in which they travel.

import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalize } from '@padron/contract/normalize'
import { HttpProblem } from '../http/problem.ts'
import { MEMORY, PASSES } from './hash-cost.ts'

const derive = promisify(argon2)

const PARALLELISM = 1
const TAG = 32

// Hashing shares the thread pool with file work: two at a time keep it from being starved by a burst of sign-ins.
const AT_ONCE = 2
// At some 50 ms each, two at a time, this many wait ten seconds; more are told to come back.
const WAIT_AT_MOST = 400
let running = 0
const waiting: (() => void)[] = []

const oneOfFew = async <T>(work: () => Promise<T>): Promise<T> => {
  if (waiting.length >= WAIT_AT_MOST) {
    throw new HttpProblem(503, 'El servicio está ocupado. Intente de nuevo en un momento.', undefined, {
      'retry-after': '2',
    })
  }
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

const hash = (password: string, nonce: Buffer, memory: number, passes: number, parallelism: number): Promise<Buffer> =>
  oneOfFew(() =>
    derive('argon2id', { message: normalize(password, 'NFC'), nonce, parallelism, tagLength: TAG, memory, passes }),
  )

const encode = (nonce: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${PARALLELISM}$${nonce.toString('base64url')}$${tag.toString('base64url')}`

/** The PHC string that is stored. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  return encode(nonce, await hash(password, nonce, MEMORY, PASSES, PARALLELISM))
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/**
 * A hash made with weaker parameters costs what today's do: a quicker answer would tell that its user exists.
 * @returns the parameters of a second hash that costs what is missing
 */
export const missingCost = (memory: number, passes: number): { memory: number; passes: number } | undefined => {
  const missing = MEMORY * PASSES - memory * passes
  return missing > 0 ? { memory: Math.max(8, Math.round(missing / 2)), passes: 2 } : undefined
}

export const verifyPassword = async (password: string, stored: string): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(stored) ?? []
  if (!nonce || !tag) return false
  const actual = await hash(
    password,
    Buffer.from(nonce, 'base64url'),
    Number(memory),
    Number(passes),
    Number(parallelism),
  )
  const missing = missingCost(Number(memory), Number(passes))
  if (missing) await hash(password, randomBytes(16), missing.memory, missing.passes, PARALLELISM)
  const expected = Buffer.from(tag, 'base64url')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * Whether the hash was made with other parameters than today's, and should be made again while the password is known.
 */
export const isDated = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${PARALLELISM}$`)

/** A hash of nothing anybody knows: an unknown user costs the same time as a wrong password. */
export const dummyHash: Promise<string> = hashPassword(randomBytes(18).toString('base64url'))

const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 16 letters and digits (93 bits), none easily confused; no sign that a spreadsheet would take for a formula. */
export const newPassword = (pick: (below: number) => number = randomInt): string =>
  Array.from({ length: 16 }, () => ALPHABET[pick(ALPHABET.length)]).join('')
