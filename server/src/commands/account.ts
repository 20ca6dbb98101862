// `padron account …`: accounts with providers, each one contract that several portals share. The credential is
// stored sealed and never displayed.
import { type Command, Option } from 'commander'
import { setAccount } from '../checks/portals/contract-settings.ts'
import { asSystem, type Tx } from '../db/client.ts'
import { accountOwner } from '../secrets/owners.ts'
import { print, table, withDatabase } from './console.ts'
import { asMoney, asUrl, orNull, sealedCredential } from './portal.ts'

type Settings = {
  url?: string
  credential?: string
  credentialStdin?: true
  monthlyCap?: number | 'sin'
  price?: number | 'sin'
  currency?: string
}

const portalsOf = async (tx: Tx): Promise<ReadonlyMap<string | null, string[]>> => {
  const rows = await tx
    .selectFrom('portal')
    .select(['portal_key', 'shared_account_key'])
    .where('shared_account_key', 'is not', null)
    .orderBy('portal_key')
    .execute()
  const groups = Map.groupBy(rows, ({ shared_account_key }) => shared_account_key)
  return new Map([...groups].map(([key, portals]) => [key, portals.map(({ portal_key }) => portal_key)]))
}

const list = async (): Promise<void> => {
  const { accounts, portals } = await withDatabase((db) =>
    asSystem(db, async (tx) => ({
      accounts: await tx.selectFrom('portal_account').selectAll().orderBy('account_key').execute(),
      portals: await portalsOf(tx),
    })),
  )
  const rows = accounts.map((account) => [
    account.account_key,
    account.account_name,
    account.credential ? 'sí' : 'no',
    account.monthly_cap ?? '—',
    account.credit_out_since ? 'sin saldo' : '—',
    portals.get(account.account_key)?.join(', ') ?? '—',
  ])
  print(table([['CLAVE', 'CUENTA', 'CREDENCIAL', 'TOPE DEL MES', 'PAUSA', 'PORTALES'], ...rows]))
}

const KEY = /^[a-z][a-z0-9-]{1,39}$/

const add = async (key: string, { title }: { title: string }): Promise<void> => {
  if (key.length > 40 || !KEY.test(key))
    throw new Error(`La clave «${key.slice(0, 60)}» debe tener de 2 a 40 letras minúsculas, números o guiones.`)
  const name = title.trim()
  if (name.length < 1 || name.length > 80) throw new Error('El nombre (--title) debe tener de 1 a 80 letras.')
  const added = await withDatabase((db) =>
    asSystem(db, (tx) =>
      tx
        .insertInto('portal_account')
        .values({ account_key: key, account_name: name })
        .onConflict((same) => same.doNothing())
        .returning('account_key')
        .executeTakeFirst(),
    ),
  )
  if (!added) throw new Error(`La cuenta «${key}» ya existe; vea padron account list.`)
  print(`Cuenta ${key} creada. Para que un portal la comparta: padron portal set <portal> --account ${key}`)
}

const set = async (key: string, settings: Settings): Promise<void> => {
  const { url, monthlyCap, price, currency } = settings
  const credential = await sealedCredential(accountOwner(key), settings)
  if ([url, credential, monthlyCap, price, currency].every((each) => each === undefined))
    throw new Error('Diga qué se ajusta: --url, --credential, --credential-stdin, --price, --currency o --monthly-cap.')
  const values = {
    url,
    credential,
    currency,
    monthlyCap: monthlyCap === undefined ? undefined : orNull(monthlyCap),
    price: price === undefined ? undefined : orNull(price),
  }
  const portals = await withDatabase((db) => asSystem(db, (tx) => setAccount(tx, key, values)))
  if (!portals) throw new Error(`No existe la cuenta «${key}»; vea padron account list.`)
  const { shared, apart, unpriced } = portals
  const sharing = shared.length === 0 ? 'ningún portal la comparte todavía' : `la comparten ${shared.join(', ')}`
  print(`Cuenta ${key} ajustada; ${sharing}.`)
  if (unpriced.length > 0)
    print(
      `Sin precio no hay tope, ni pausa si la fuente cambia su respuesta: ${unpriced.join(', ')}. Dígalo con ` +
        '--price y --currency.',
    )
  if (apart.length > 0)
    print(
      `Con credencial propia, que se sigue usando: ${apart.join(', ')}. Para que compartan la cuenta: padron ` +
        'portal set <portal> --credential ""',
    )
}

export const addAccountCommands = (program: Command): void => {
  const account = program.command('account').description('Cuentas con proveedores: un contrato para varios portales')
  account.command('list').description('Lista las cuentas y los portales que las comparten').action(list)
  account
    .command('add')
    .description('Crea una cuenta')
    .argument('<clave>', 'clave de la cuenta')
    .requiredOption('--title <nombre>', 'nombre que se muestra')
    .action(add)
  account
    .command('set')
    .description('Ajusta una cuenta y, con --url, los portales que la comparten')
    .argument('<clave>', 'clave de la cuenta')
    .option('--url <dirección>', 'dirección base de todos sus portales', asUrl)
    .option('--credential <credencial>', 'usuario:contraseña, token o llave; se guarda sellada')
    .option('--credential-stdin', 'la credencial se lee de la entrada estándar y no queda en el historial')
    .option('--price <cantidad>', 'lo que cuesta una consulta en cada uno de sus portales; «sin»: nada', asMoney)
    .addOption(new Option('--currency <moneda>', 'moneda del precio y del tope').choices(['MXN', 'COP', 'USD']))
    .option(
      '--monthly-cap <cantidad>',
      'tope de gasto del mes de todos sus portales, en la moneda de sus precios; «sin»: no hay',
      asMoney,
    )
    .action(set)
}
