// Sealed credentials: encrypted with a key that is not in the database, so that a copy of the database opens no
// contract. `sealed:v1:<key id>:<base64 of iv, tag and text>`, AES-256-GCM, bound to its owner (a portal's key or
// `accountOwner`), so it does not open in another row.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { accountOwner, ownerText, settingOwner } from './accounts.ts'

export type SecretKey = { kid: string; key: Buffer }
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

/** What is sealed by a key begins so. */
export const sealedBy = (kid: string): string => `${PREFIX}${kid}:`

export const seal = ([{ kid, key }]: Secrets, owner: string, plain: string): string => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `${sealedBy(kid)}${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}`
}

/**
 * Opens a credential; one in clear text is returned as it is, since the start seals those.
 * @returns undefined where no key opens it: the portal must not be queried then
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

/**
 * The opener for workers.
 * @throws Error where no key opens the credential
 */
export const credentialOpener =
  (secrets: Secrets) =>
  (owner: string, stored: string): string => {
    const plain = openSealed(secrets, owner, stored)
    if (plain === undefined) throw new Error(unopenable(owner))
    return plain
  }

/** The log's text for a credential that cannot be opened. */
export const unopenable = (owner: string): string =>
  `La credencial ${ownerText(owner)} no se abre con las claves de PADRON_SECRET: no se consultará con ella.`

type Stored = { key: string; credential: string }

/**
 * Seals one table's credentials. Rows are locked, so that a credential set meanwhile is not lost.
 * @returns the owners whose credential no key opens
 */
const sealTable = async (
  tx: Tx,
  secrets: Secrets,
  { table, key, ownerOf }: { table: string; key: string; ownerOf: (key: string) => string },
): Promise<string[]> => {
  const { rows } = await sql<Stored>`
    select ${sql.ref(key)} as key, credential
    from ${sql.table(table)}
    where credential <> '' and not starts_with(credential, ${sealedBy(secrets[0].kid)})
    order by 1
    for no key update`.execute(tx)
  const unopened: string[] = []
  for (const row of rows) {
    const owner = ownerOf(row.key)
    const plain = openSealed(secrets, owner, row.credential)
    if (plain === undefined) unopened.push(owner)
    else
      await sql`
        update ${sql.table(table)}
        set credential = ${seal(secrets, owner, plain)}
        where ${sql.ref(key)} = ${row.key}`.execute(tx)
  }
  return unopened
}

/**
 * Seals every credential that is in clear text or under an older key.
 * @returns the owners whose credential no key opens; theirs stay as they are
 */
export const sealPlain = (db: Db, secrets: Secrets): Promise<string[]> =>
  asSystem(db, async (tx) => [
    ...(await sealTable(tx, secrets, { table: 'portal_account', key: 'account_key', ownerOf: accountOwner })),
    ...(await sealTable(tx, secrets, { table: 'portal', key: 'portal_key', ownerOf: (key) => key })),
    ...(await sealTable(tx, secrets, { table: 'installation_setting', key: 'name', ownerOf: settingOwner })),
  ])
