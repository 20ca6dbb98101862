// The key of the password step. The console seals each password to the installation's public X25519 key as a compact JWE
// (ECDH-ES, A256GCM, header typ pwd+jwe), so that it is in no log and no passive reader's hands. It does not replace TLS.
// The newest key is published; every key not retired is accepted, so a change of keys signs nobody out.
import type { PasswordKey } from '@padron/contract/session'
import { compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { asSystem, type Db } from '../db/client.ts'

const PURPOSE = 'password-step'
const REPLAY_SECONDS = 300
const MAX_SEALED = 4096

const readKeys = (db: Db) =>
  asSystem(db, (tx) =>
    tx
      .selectFrom('secret_key')
      .select(['kid', 'secret', 'retired_at'])
      .where('purpose', '=', PURPOSE)
      .orderBy('created_at', 'desc')
      .execute(),
  )

/** Makes the first key; of two processes starting at once the first to write wins and both publish the oldest. */
const ensureKey = async (db: Db) => {
  if ((await readKeys(db)).length > 0) return
  const { privateKey } = await generateKeyPair('ECDH-ES', { crv: 'X25519', extractable: true })
  const jwk = await exportJWK(privateKey)
  await asSystem(db, (tx) =>
    tx
      .insertInto('secret_key')
      .values({ kid: 'pwd-1', purpose: PURPOSE, secret: JSON.stringify(jwk) })
      .onConflict((c) => c.doNothing())
      .execute(),
  )
}

export type PasswordStep = {
  publicKey: () => Promise<PasswordKey>
  /** The password inside, or undefined for anything but a fresh envelope sealed to one of our keys. */
  open: (sealed: string, now: Date) => Promise<string | undefined>
}

export const passwordStep = async (db: Db): Promise<PasswordStep> => {
  await ensureKey(db)
  const privateJwk = async (kid: string | undefined): Promise<JWK | undefined> => {
    const keys = await readKeys(db)
    const key = keys.find((row) => row.kid === kid && row.retired_at === null)
    return key?.secret as JWK | undefined
  }
  const publicKey = async (): Promise<PasswordKey> => {
    const newest = (await readKeys(db)).find((row) => row.retired_at === null)
    const { x } = (newest?.secret ?? {}) as JWK
    if (!newest || !x) throw new Error('no password key')
    return { kty: 'OKP', crv: 'X25519', x, kid: newest.kid }
  }
  const open = async (sealed: string, now: Date) => {
    if (sealed.length > MAX_SEALED) return undefined
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(
        sealed,
        async ({ kid }) => {
          const jwk = await privateJwk(kid)
          if (!jwk) throw new Error('unknown key')
          return importJWK(jwk, 'ECDH-ES')
        },
        { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] },
      )
      const { p, iat } = JSON.parse(new TextDecoder().decode(plaintext)) as { p?: unknown; iat?: unknown }
      const fresh = typeof iat === 'number' && Math.abs(now.getTime() / 1000 - iat) <= REPLAY_SECONDS
      return protectedHeader.typ === 'pwd+jwe' && typeof p === 'string' && fresh ? p : undefined
    } catch {
      return undefined // forged, stale or broken: the caller answers as for a wrong password
    }
  }
  return { publicKey, open }
}
