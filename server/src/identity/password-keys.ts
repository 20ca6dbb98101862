// The key of the password step. The console seals each password to the installation's public X25519 key as a compact JWE
// (ECDH-ES, A256GCM, header typ pwd+jwe), so that it is in no log and no passive reader's hands. It does not replace TLS.
// The newest key is published; every key not retired is accepted, so a change of keys signs nobody out.
import type { PasswordKey } from '@padron/contract/session'
import { compactDecrypt, importJWK, type JWK } from 'jose'
import type { Db } from '../db/client.ts'
import { ensureKey, keyRing } from '../db/secret-keys.ts'

const REPLAY_SECONDS = 300
const MAX_SEALED = 4096

export type PasswordStep = {
  publicKey: () => PasswordKey
  /** The password inside, or undefined for anything but a fresh envelope sealed to one of our keys. */
  open: (sealed: string, now: Date) => Promise<string | undefined>
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
  const open = async (sealed: string, at: Date) => {
    if (sealed.length > MAX_SEALED) return undefined
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, ({ kid }) => privateKey(kid), {
        keyManagementAlgorithms: ['ECDH-ES'],
        contentEncryptionAlgorithms: ['A256GCM'],
      })
      const { p, iat } = JSON.parse(new TextDecoder().decode(plaintext)) as { p?: unknown; iat?: unknown }
      const fresh = typeof iat === 'number' && Math.abs(at.getTime() / 1000 - iat) <= REPLAY_SECONDS
      return protectedHeader.typ === 'pwd+jwe' && typeof p === 'string' && fresh ? p : undefined
    } catch {
      return undefined // forged, stale or broken: the caller answers as for a wrong password
    }
  }
  return { publicKey, open }
}
