// Sealing of secrets: encrypted with a key that is not in the database, so that a copy of the database opens none.
// `sealed:v1:<key id>:<base64 of iv, tag and text>`, AES-256-GCM, bound to its owner (owners.ts has those of
// credentials and settings), so it does not open in another row.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

type SecretKey = { kid: string; key: Buffer }
/** The first key seals, every key opens. */
export type Secrets = readonly [SecretKey, ...SecretKey[]]

const IV_BYTES = 12
const TAG_BYTES = 16
const PREFIX = 'sealed:v1:'

/** @param keys of 32 bytes, in base64, at least one */
export const secretsOf = (keys: readonly string[]): Secrets => {
  const [first, ...rest] = keys.map((text) => {
    const key = Buffer.from(text, 'base64')
    if (key.length !== 32) throw new Error('a secret key has 32 bytes')
    return { kid: createHash('sha256').update(key).digest('hex').slice(0, 8), key }
  })
  if (!first) throw new Error('no secret key')
  return [first, ...rest]
}

/** The prefix of values that a key has sealed. */
export const sealedBy = (kid: string): string => `${PREFIX}${kid}:`

export const seal = ([{ kid, key }]: Secrets, owner: string, plain: string): string => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `${sealedBy(kid)}${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}`
}

/**
 * Opens a secret; one in clear text is returned unchanged, because the start of a process seals those.
 * @returns undefined if no key opens it: it must not be used
 */
export const openSealed = (secrets: Secrets, owner: string, stored: string): string | undefined => {
  if (!stored.startsWith(PREFIX)) return stored
  const [kid, packed = ''] = stored.slice(PREFIX.length).split(':')
  const known = secrets.find((secret) => secret.kid === kid)
  const bytes = Buffer.from(packed, 'base64')
  if (!known || bytes.length < IV_BYTES + TAG_BYTES) return undefined
  try {
    const open = createDecipheriv('aes-256-gcm', known.key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([open.update(bytes.subarray(IV_BYTES + TAG_BYTES)), open.final()]).toString('utf8')
  } catch {
    return undefined // altered, or sealed for another owner
  }
}
