// The installation's secrets, by purpose: the password step's key pairs and the keys that sign file addresses. The
// newest is used; the others are accepted until they retire, so changing keys signs nobody out.
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { asSystem, type Db, type Tx } from '../db/client.ts'

export const PURPOSES = ['password-step', 'file-links'] as const
export type Purpose = (typeof PURPOSES)[number]
type SecretKey = { kid: string; secret: unknown }

const NEW_SECRET: Readonly<Record<Purpose, () => Promise<object>>> = {
  'password-step': async () => {
    const { privateKey } = await generateKeyPair('ECDH-ES', { crv: 'X25519', extractable: true })
    return exportJWK(privateKey)
  },
  'file-links': async () => ({ key: randomBytes(32).toString('base64') }),
}

/** Keys still accepted, newest first. */
const readKeys = (tx: Tx, purpose: Purpose, now: Date): Promise<SecretKey[]> =>
  tx
    .selectFrom('secret_key')
    .select(['kid', 'secret'])
    .where('purpose', '=', purpose)
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', now.toISOString())]))
    .orderBy((eb) => eb('retired_at', 'is', null), 'desc')
    .orderBy('created_at', 'desc')
    .execute()

/** Creates the first key. If two processes start at once, the first write wins, because the name is the same. */
export const ensureKey = async (db: Db, purpose: Purpose): Promise<void> => {
  const known = await asSystem(db, (tx) =>
    tx.selectFrom('secret_key').select('kid').where('purpose', '=', purpose).limit(1).executeTakeFirst(),
  )
  if (known) return
  const secret = JSON.stringify(await NEW_SECRET[purpose]())
  await asSystem(db, (tx) =>
    tx
      .insertInto('secret_key')
      .values({ kid: `${purpose}-1`, purpose, secret })
      .onConflict((c) => c.doNothing())
      .execute(),
  )
}

/** Creates a new key, which is used from now on; the previous ones retire after the overlap. @returns its id */
export const rotateKey = async (db: Db, purpose: Purpose, now: Date, overlapSeconds: number): Promise<string> => {
  const kid = `${purpose}-${randomBytes(6).toString('hex')}`
  const secret = JSON.stringify(await NEW_SECRET[purpose]())
  const retired_at = new Date(now.getTime() + overlapSeconds * 1000).toISOString()
  await asSystem(db, async (tx) => {
    await tx
      .updateTable('secret_key')
      .set({ retired_at })
      .where('purpose', '=', purpose)
      .where('retired_at', 'is', null)
      .execute()
    await tx.insertInto('secret_key').values({ kid, purpose, secret }).execute()
    await tx
      .deleteFrom('secret_key')
      .where('purpose', '=', purpose)
      .where('retired_at', '<', now.toISOString())
      .execute()
  })
  return kid
}

export type KeyRing = {
  /** The current key, at most half a minute old; does not wait. */
  newest: () => SecretKey
  /**
   * The accepted keys, read from the database again if they are half a minute old, so that none is used beyond its
   * overlap.
   */
  accepted: () => Promise<readonly SecretKey[]>
  /** Reads them from the database again, unless that was done within the last second. */
  renewed: () => Promise<readonly SecretKey[]>
}

const OLD_AFTER_MS = 30_000
const AT_MOST_EVERY_MS = 1_000

/**
 * The accepted keys of a purpose, cached in memory and read again every half minute, which is far shorter than an
 * overlap.
 */
export const keyRing = async (db: Db, purpose: Purpose, now: () => Date): Promise<KeyRing> => {
  let keys: readonly SecretKey[] = []
  let at = Number.NEGATIVE_INFINITY
  let loading: Promise<readonly SecretKey[]> | undefined
  const renew = (): Promise<readonly SecretKey[]> => {
    loading ??= asSystem(db, (tx) => readKeys(tx, purpose, now()))
      .then((read) => {
        keys = read
        at = performance.now()
        return keys
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  const isOld = () => performance.now() - at > OLD_AFTER_MS
  await renew()
  return {
    newest: () => {
      if (isOld()) renew().catch(() => undefined) // the cached keys are used until it answers
      const [first] = keys
      if (!first) throw new Error(`no key for ${purpose}`)
      return first
    },
    // if the database is unavailable, the cached keys are used
    accepted: () => (isOld() ? renew().catch(() => keys) : Promise.resolve(keys)),
    renewed: () => (performance.now() - at < AT_MOST_EVERY_MS ? Promise.resolve(keys) : renew()),
  }
}
