// The key of the password step. The console seals each password to the installation's public X25519 key as a compact
// JWE (ECDH-ES, A256GCM, header typ pwd+jwe), so that it is in no log and no passive reader's hands. It does not
// replace TLS. What was sealed counts once, for one user and one use: whoever records it can do nothing with it. The
// newest key is published; every key not retired is accepted, so a change of keys signs nobody out.
import { type PasswordKey, SEAL_TEXTS, SEAL_USES, type SealedContent, type SealUse } from '@padron/contract/session'
import { compactDecrypt, importJWK, type JWK } from 'jose'
import { z } from 'zod/mini'
import { asSystem, type Db } from '../db/client.ts'
import { ensureKey, keyRing } from '../db/secret-keys.ts'
import { HttpProblem } from '../http/problem.ts'
import { typedUsername } from './username.ts'

const VALID_SECONDS = 300
const MAX_SEALED = 4096
const Content: z.ZodMiniType<SealedContent> = z.object({
  p: z.string(),
  iat: z.number(),
  sub: z.string(),
  use: z.enum(SEAL_USES),
  jti: z.string().check(z.minLength(22), z.maxLength(64)),
})
/** As pages of releases before the one that names user and use sealed it. */
const OldContent = z.strictObject({ p: z.string(), iat: z.number() })

export type OpenedPassword = {
  password: string
  /** Whether it was used already, in whatever process. */
  isUsed: () => Promise<boolean>
  /** Writes that it was used. @returns false where it already was, in whatever process */
  use: () => Promise<boolean>
}
export type PasswordStep = {
  publicKey: () => PasswordKey
  /**
   * The password inside, or undefined for anything but what was sealed to one of our keys of late, for this user and
   * use.
   * @throws HttpProblem 400 where a page of an older release sealed it: the page has to be loaded again
   */
  open: (sealed: string, of: { username: string; use: SealUse }, now: Date) => Promise<OpenedPassword | undefined>
}

export const passwordStep = async (db: Db, now: () => Date): Promise<PasswordStep> => {
  await ensureKey(db, 'password-step')
  const ring = await keyRing(db, 'password-step', now)

  const publicKey = (): PasswordKey => {
    const { kid, secret } = ring.newest()
    const { x } = secret as JWK
    if (!x) throw new Error('a password key without its public part')
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
  /** @throws where it is forged or broken */
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
