// Credentials of portals and accounts, and stored settings: encrypted when the server starts, decrypted by workers.
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { accountOwner, ownerText, settingOwner } from '../../secrets/owners.ts'
import { openSealed, type Secrets, seal, sealedBy } from '../../secrets/sealing.ts'

/**
 * The function by which workers decrypt credentials.
 * @throws Error where no key decrypts the credential
 */
export const credentialOpener =
  (secrets: Secrets) =>
  (owner: string, stored: string): string => {
    const plain = openSealed(secrets, owner, stored)
    if (plain === undefined) throw new Error(unopenable(owner))
    return plain
  }

/** The log's text for a credential that cannot be decrypted. */
export const unopenable = (owner: string): string =>
  `La credencial ${ownerText(owner)} no se abre con las claves de PADRON_SECRET: no se consultará con ella.`

type Stored = { key: string; credential: string }

/**
 * Seals one table's credentials. Rows are locked, so that a credential set meanwhile is not lost.
 * @returns the owners whose credential no key decrypts
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
 * Encrypts every credential that is in clear text or under an older key.
 * @returns the owners whose credential no key decrypts; these credentials stay unchanged
 */
export const sealPlain = (db: Db, secrets: Secrets): Promise<string[]> =>
  asSystem(db, async (tx) => [
    ...(await sealTable(tx, secrets, { table: 'portal_account', key: 'account_key', ownerOf: accountOwner })),
    ...(await sealTable(tx, secrets, { table: 'portal', key: 'portal_key', ownerOf: (key) => key })),
    ...(await sealTable(tx, secrets, { table: 'installation_setting', key: 'name', ownerOf: settingOwner })),
  ])
