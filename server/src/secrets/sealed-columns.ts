// The sealed values in companies' tables. They are sealed again if the key of PADRON_SECRET changes or the company
// moves to an installation with another key; rows that no key opens are reported.
import { CompiledQuery } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import { openSealed, type Secrets, seal, sealedBy } from './sealing.ts'

type SealedColumn = {
  table: string
  column: string
  /** The column is an array. */
  isList?: true
  /**
   * SQL of the owner that a row's secret is bound to, as in the code that seals it, and of the row's name for people.
   */
  owner: string
  name: string
  texts: {
    /** For the log, if a process finds such rows. */
    log: string
    /** For the operator who moves the company. */
    move: (name: string) => string
    /** For the operator who restored a backup. */
    restore: (names: readonly string[]) => string
  }
}

const listOf = (names: readonly string[]): string => `(${names.length}): ${names.join(', ')}`

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'webhook',
    column: 'secrets',
    isList: true,
    owner: `'webhook ' || tenant_id`,
    name: 'webhook_name',
    texts: {
      log: 'no key of PADRON_SECRET opens the secret of these webhooks: they send nothing',
      move: (name) => `Ninguna clave abre el secreto del webhook «${name}»: su empresa debe hacer uno nuevo.`,
      restore: (names) =>
        `Webhooks cuyo secreto no abre ninguna clave ${listOf(names)}. Su empresa debe hacer uno nuevo en «Webhooks».`,
    },
  },
  {
    table: 'channel',
    column: 'address',
    owner: `'channel ' || tenant_id`,
    name: 'channel_name',
    texts: {
      log: 'no key of PADRON_SECRET opens the address of these channels: they send nothing',
      move: (name) => `Ninguna clave abre la dirección del canal «${name}»: su empresa debe escribirla de nuevo.`,
      restore: (names) =>
        `Canales cuya dirección no abre ninguna clave ${listOf(names)}. Su empresa debe escribirla de nuevo en ` +
        '«Canales».',
    },
  },
  {
    table: 'company_idp',
    column: 'client_secret',
    owner: `'company-idp ' || tenant_id`,
    name: 'issuer',
    texts: {
      log: 'no key of PADRON_SECRET opens the secret of these identity providers: nobody enters by them',
      move: (name) =>
        `Ninguna clave abre el secreto del proveedor de identidad ${name}: su empresa debe escribirlo de nuevo.`,
      restore: (names) =>
        `Proveedores de identidad cuyo secreto no abre ninguna clave ${listOf(names)}. Su empresa debe escribirlo de ` +
        'nuevo en «Acceso de empresa».',
    },
  },
  {
    table: 'second_factor',
    column: 'secret',
    owner: `'second-factor ' || tenant_id || ' ' || user_id`,
    name: '(select username from app_user u where u.tenant_id = t.tenant_id and u.user_id = t.user_id)',
    texts: {
      log: 'no key of PADRON_SECRET opens the second factor of these users: they enter with recovery codes only',
      move: (name) => `Ninguna clave abre el segundo factor de ${name}: quítelo con «padron user remove-factor».`,
      restore: (names) =>
        `Usuarios cuyo segundo factor no abre ninguna clave ${listOf(names)}. Entran con un código de recuperación, o ` +
        'quítelo con «padron user remove-factor».',
    },
  },
]

export type Query = <R>(text: string, values: readonly unknown[]) => Promise<{ rows: R[] }>
type Row = { ctid: string; name: string; company: string; owner: string; sealed: string[] }

/** Locks the rows, so that a secret written meanwhile is not lost. @param kid excludes rows under this key */
const lockRows = async (
  query: Query,
  { table, column, isList, owner, name }: SealedColumn,
  { kid, tenantId }: { kid?: string; tenantId?: number },
): Promise<Row[]> => {
  const sealed = isList ? column : `array[${column}]`
  const { rows } = await query<Row>(
    `select ctid::text, ${name} as name, ${owner} as owner, ${sealed} as sealed,
       (select short_name from company c where c.tenant_id = t.tenant_id) as company
     from ${table} t
     where ${column} is not null
       and ($1::text is null or exists (select from unnest(${sealed}) s where not starts_with(s, $1)))
       and ($2::bigint is null or t.tenant_id = $2)
     order by company, name
     for no key update of t`,
    [kid === undefined ? null : sealedBy(kid), tenantId ?? null],
  )
  return rows
}

/** @returns undefined if no key opens one of the row's secrets */
const openRow = (secrets: Secrets, { owner, sealed }: Row): string[] | undefined => {
  const plain = sealed.flatMap((stored) => openSealed(secrets, owner, stored) ?? [])
  return plain.length === sealed.length ? plain : undefined
}

/**
 * Seals secrets under other keys with the first of `seals`.
 * @param query in a transaction as the system
 * @param tenantId undefined: every company
 * @returns the names of the rows that no key opens; these do not change
 */
export const resealColumn = async (
  query: Query,
  sealedColumn: SealedColumn,
  { opens, seals, tenantId }: { opens: Secrets; seals: Secrets; tenantId?: number },
): Promise<string[]> => {
  const { table, column, isList } = sealedColumn
  const unopened: string[] = []
  const [{ kid }] = seals
  for (const row of await lockRows(query, sealedColumn, { kid, ...(tenantId === undefined ? {} : { tenantId }) })) {
    const plain = openRow(opens, row)
    if (!plain) unopened.push(row.name)
    else {
      const sealed = plain.map((each) => seal(seals, row.owner, each))
      const value = isList ? '$2::text[]' : '($2::text[])[1]'
      await query(`update ${table} set ${column} = ${value} where ctid = $1::tid`, [row.ctid, sealed])
    }
  }
  return unopened
}

/** @returns the rows of every company that no key opens, with their company */
export const findUnopened = async (query: Query, secrets: Secrets, sealedColumn: SealedColumn): Promise<string[]> =>
  (await lockRows(query, sealedColumn, {}))
    .filter((row) => !openRow(secrets, row))
    .map(({ name, company }) => `«${name}» (${company})`)

type Unopened = { column: SealedColumn; names: string[] }

/** Runs at a process's start. @returns what no key opens */
export const resealAll = (db: Db, keys: Secrets): Promise<Unopened[]> =>
  asSystem(db, async (tx) => {
    const query: Query = <R>(text: string, values: readonly unknown[]) =>
      tx.executeQuery<R>(CompiledQuery.raw(text, [...values]))
    const unopened: Unopened[] = []
    for (const column of SEALED_COLUMNS) {
      const names = await resealColumn(query, column, { opens: keys, seals: keys })
      if (names.length > 0) unopened.push({ column, names })
    }
    return unopened
  })
