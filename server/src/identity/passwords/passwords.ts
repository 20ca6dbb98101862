// Password hashes: argon2id from Node itself.
import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalize } from '@padron/contract/normalize'
import { HttpProblem } from '../../errors/http-problem.ts'
import { MEMORY, PASSES } from './hash-cost.ts'

const derive = promisify(argon2)

const PARALLELISM = 1
const TAG = 32

// Hashing shares the thread pool with file work: two at a time, so that a burst of sign-ins does not starve it.
const AT_ONCE = 2
// At about 50 ms each, two at a time, this many wait ten seconds; further ones are refused and retry later.
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

/** @returns the PHC string to store */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  return encode(nonce, await hash(password, nonce, MEMORY, PASSES, PARALLELISM))
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/**
 * A hash with weaker parameters must cost as much as one of today: a quicker answer would reveal that its user exists.
 * @returns the parameters of a second hash that makes up the difference
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
 * Whether the hash has other parameters than today's, and should be renewed while the password is known.
 */
export const isDated = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${PARALLELISM}$`)

/** A hash of a random password, so that an unknown user takes the same time as a wrong password. */
export const dummyHash: Promise<string> = hashPassword(randomBytes(18).toString('base64url'))

const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 16 letters and digits (93 bits) that do not look alike; no character that a spreadsheet would read as a formula. */
export const newPassword = (pick: (below: number) => number = randomInt): string =>
  Array.from({ length: 16 }, () => ALPHABET[pick(ALPHABET.length)]).join('')
