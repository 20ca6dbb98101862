// The key of the password step. The console seals each password to the installation's public X25519 key as a compact
// JWE (ECDH-ES, A256GCM, header typ pwd+jwe), so that no log and no passive reader has it. It does not replace TLS. A
// sealed password is accepted once, for one user and one use, so a recording of it is useless. The newest key is
// published; every key not retired is accepted, so that users stay signed in when keys change.
import { createHash, createPrivateKey } from 'node:crypto'
import { type PasswordKey, SEAL_TEXTS, SEAL_USES, type SealedContent, type SealUse } from '@padron/contract/session'
import { compactDecrypt, importJWK, type JWK } from 'jose'
import { z } from 'zod/mini'
import { asSystem, type Db } from '../../db/client.ts'
import { HttpProblem } from '../../errors/http-problem.ts'
import { ensureKey, type KeyRing, keyRing } from '../../secrets/secret-keys.ts'
import { typedUsername } from '../accounts/username.ts'

const VALID_SECONDS = 300
const MAX_SEALED = 4096
const Content: z.ZodMiniType<SealedContent> = z.object({
  p: z.string(),
  iat: z.number(),
  sub: z.string(),
  use: z.enum(SEAL_USES),
  jti: z.string().check(z.minLength(22), z.maxLength(64)),
})
/** The content that pages of older releases seal, without user and use. */
const OldContent = z.strictObject({ p: z.string(), iat: z.number() })

export type OpenedPassword = {
  password: string
  /** Whether any process recorded its use. */
  isUsed: () => Promise<boolean>
  /** Records its use. @returns false if any process recorded it before */
  use: () => Promise<boolean>
}
export type PasswordStep = {
  publicKey: () => PasswordKey
  /**
   * Opens a password that was sealed recently to one of our keys, for this user and use; otherwise undefined.
   * @throws HttpProblem 400 if a page of an older release sealed it: the user must reload the page
   */
  open: (sealed: string, of: { username: string; use: SealUse }, now: Date) => Promise<OpenedPassword | undefined>
}

/** PKCS #8 of an X25519 key, up to its 32 bytes. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** The keys of PADRON_PASSWORD_KEY: installations behind one address share them. */
const sharedRing = (keys: readonly string[]): KeyRing => {
  const all = keys.map((text) => {
    const key = createPrivateKey({
      key: Buffer.concat([PKCS8_HEAD, Buffer.from(text, 'base64')]),
      format: 'der',
      type: 'pkcs8',
    })
    const secret = key.export({ format: 'jwk' })
    return {
      kid: createHash('sha256')
        .update(secret.x ?? '')
        .digest('hex')
        .slice(0, 12),
      secret,
    }
  })
  const [first] = all
  if (!first) throw new Error('no key for password-step')
  return { newest: () => first, accepted: async () => all, renewed: async () => all }
}

const ownRing = async (db: Db, now: () => Date): Promise<KeyRing> => {
  await ensureKey(db, 'password-step')
  return keyRing(db, 'password-step', now)
}

/** @param shared keys in base64, the published one first; without them the installation makes its own */
export const passwordStep = async (db: Db, now: () => Date, shared?: readonly string[]): Promise<PasswordStep> => {
  const ring = shared ? sharedRing(shared) : await ownRing(db, now)

  const publicKey = (): PasswordKey => {
    const { kid, secret } = ring.newest()
    const { x } = secret as JWK
    if (!x) throw new Error('a password key has no public part')
    return { kty: 'OKP', crv: 'X25519', x, kid }
  }
  const privateKey = async (kid: string | undefined) => {
    const of = ({ kid: known }: { kid: string }) => known === kid
    const key = (await ring.accepted()).find(of) ?? (await ring.renewed()).find(of)
    if (!key) throw new Error('unknown key')
    return importJWK(key.secret as JWK, 'ECDH-ES')
  }
  const markUsed = ({ jti, iat }: SealedContent) =>
    asSystem(db, async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('used_sealed_password')
        .values({ jti, expires_at: new Date((iat + VALID_SECONDS) * 1000).toISOString() })
        .onConflict((same) => same.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    })
  const isUsed = ({ jti }: SealedContent) =>
    asSystem(db, async (tx) => {
      const row = await tx.selectFrom('used_sealed_password').select('jti').where('jti', '=', jti).executeTakeFirst()
      return row !== undefined
    })
  /** @throws if it is forged or damaged */
  const decrypt = async (sealed: string): Promise<unknown> => {
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, ({ kid }) => privateKey(kid), {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    if (protectedHeader.typ !== 'pwd+jwe') throw new Error('not a sealed password')
    return JSON.parse(new TextDecoder().decode(plaintext))
  }
  const open: PasswordStep['open'] = async (sealed, { username, use }, at) => {
    if (sealed.length > MAX_SEALED) return undefined
    const inside = await decrypt(sealed).catch(() => undefined) // the caller answers as for a wrong password
    if (OldContent.safeParse(inside).success) throw new HttpProblem(400, SEAL_TEXTS.oldPage)
    const { data: content } = Content.safeParse(inside)
    if (!content) return undefined
    const fresh = Math.abs(at.getTime() / 1000 - content.iat) <= VALID_SECONDS
    const meant = typedUsername(content.sub) === typedUsername(username) && content.use === use
    if (!fresh || !meant) return undefined
    return { password: content.p, isUsed: () => isUsed(content), use: () => markUsed(content) }
  }
  return { publicKey, open }
}
