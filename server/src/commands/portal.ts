// `padron portal …`: the address of each public source and the contract for its queries. The credential is stored
// sealed and never displayed.
import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { lockAccounts, resumeAccount } from '../checks/portals/accounts.ts'
import { checkAccountMoney, FORGIVEN } from '../checks/portals/contract-settings.ts'
import { asSystem, type Tx } from '../db/client.ts'
import { readEnv } from '../env/env.ts'
import { seal } from '../secrets/sealing.ts'
import { readSecrets } from '../secrets/secret-file.ts'
import { print, table, withDatabase } from './console.ts'

type Settings = {
  account?: string | 'sin'
  url?: string
  credential?: string
  credentialStdin?: true
  paceMs?: number
  concurrency?: number
  simulated?: boolean
  price?: number | 'sin'
  currency?: string
  monthlyCap?: number | 'sin'
}

const asWhole =
  (least: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < least || value > 3_600_000)
      throw new InvalidArgumentError(`Debe ser un número entero desde ${least}.`)
    return value
  }

export const asUrl = (text: string): string => {
  if (!/^https?:\/\/[^\s/]+/.test(text)) throw new InvalidArgumentError('Debe ser una dirección http o https.')
  return text.replace(/(?<!\/)\/+$/, '')
}

const list = async (): Promise<void> => {
  const portals = await withDatabase((db) =>
    asSystem(db, (tx) => tx.selectFrom('portal').selectAll().orderBy('portal_key').execute()),
  )
  const rows = portals.map((portal) => [
    portal.portal_key,
    portal.portal_name,
    portal.base_url ?? '—',
    portal.credential ? 'sí' : portal.shared_account_key ? `cuenta ${portal.shared_account_key}` : 'no',
    `${portal.pace_ms}`,
    `${portal.concurrency}`,
    portal.simulated ? 'simulado' : portal.base_url ? 'en uso' : 'sin configurar',
  ])
  print(table([['CLAVE', 'PORTAL', 'DIRECCIÓN', 'CREDENCIAL', 'PAUSA MS', 'A LA VEZ', 'SITUACIÓN'], ...rows]))
}

/** `sin` removes the amount. */
export const asMoney = (text: string): number | 'sin' => {
  if (text === 'sin') return 'sin'
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(text)) throw new InvalidArgumentError('Debe ser una cantidad, como 1.50, o «sin».')
  return Number(text)
}

/**
 * The credential to store; null: none. undefined: it is not changed.
 * @param owner a portal's key, or `accountOwner`
 */
export const sealedCredential = async (
  owner: string,
  { credential, credentialStdin }: Pick<Settings, 'credential' | 'credentialStdin'>,
): Promise<string | null | undefined> => {
  if (credential !== undefined && credentialStdin)
    throw new Error('Diga la credencial de una sola manera: --credential o --credential-stdin.')
  const plain = credentialStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : credential
  if (plain === undefined) return undefined
  return plain === '' ? null : seal(await readSecrets(readEnv()), owner, plain)
}

export const orNull = <T>(value: T | 'sin'): T | null => (value === 'sin' ? null : value)

const valuesOf = async (key: string, settings: Settings) => {
  const { account, url, paceMs, concurrency, simulated, price, currency, monthlyCap } = settings
  const credential = await sealedCredential(key, settings)
  return {
    ...(account === undefined ? {} : { account_key: orNull(account) }),
    ...(url === undefined ? {} : { base_url: url, simulated: simulated === true }),
    ...(simulated === undefined ? {} : { simulated }),
    ...(credential === undefined ? {} : { credential }),
    ...(paceMs === undefined ? {} : { pace_ms: paceMs }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(price === undefined ? {} : { price: orNull(price) }),
    ...(currency === undefined ? {} : { currency }),
    ...(monthlyCap === undefined ? {} : { monthly_cap: orNull(monthlyCap) }),
  }
}

const OPTIONS =
  '--account, --url, --credential, --credential-stdin, --pace-ms, --concurrency, --simulated, --price, --currency ' +
  'o --monthly-cap'

const checkAccount = async (tx: Tx, { account, credential, credentialStdin }: Settings, key: string): Promise<void> => {
  if (account === undefined || account === 'sin') return
  const known = await tx
    .selectFrom('portal_account')
    .select('account_key')
    .where('account_key', '=', account)
    .executeTakeFirst()
  if (!known) throw new Error(`No existe la cuenta «${account}»; vea padron account list.`)
  if (credential !== undefined || credentialStdin) return
  const portal = await tx.selectFrom('portal').select('credential').where('portal_key', '=', key).executeTakeFirst()
  if (portal?.credential)
    throw new Error(
      `El portal ${key} tiene una credencial propia. Con --credential "" la pierde y usa la de la cuenta ${account}.`,
    )
}

const set = async (key: string, settings: Settings): Promise<void> => {
  const values = await valuesOf(key, settings)
  if (Object.keys(values).length === 0) throw new Error(`Diga qué se ajusta: ${OPTIONS}.`)
  await withDatabase((db) =>
    asSystem(db, async (tx) => {
      await lockAccounts(tx)
      await checkAccount(tx, settings, key)
      const portal = await tx
        .updateTable('portal')
        .set({ ...values, ...FORGIVEN })
        .where('portal_key', '=', key)
        .returning(['price', 'currency', 'monthly_cap', 'shared_account_key'])
        .executeTakeFirst()
      if (!portal) throw new Error(`No existe el portal «${key}»; vea padron portal list.`)
      if (Number(portal.price) > 0 && !portal.currency)
        throw new Error('El precio necesita su moneda: --currency MXN, COP o USD.')
      // A free source is queried at its normal pace, whether its answers are understood or not.
      if (!(Number(portal.price) > 0))
        await tx.updateTable('portal').set({ drift: '{}' }).where('portal_key', '=', key).execute()
      if (portal.monthly_cap !== null && !(Number(portal.price) > 0))
        throw new Error('El tope del mes necesita el precio de una consulta: --price.')
      if (portal.shared_account_key === null) return
      await resumeAccount(tx, portal.shared_account_key)
      await checkAccountMoney(tx, portal.shared_account_key)
    }),
  )
  print(`Portal ${key} ajustado.`)
}

export const addPortalCommands = (program: Command): void => {
  const portal = program.command('portal').description('Portales que se consultan')
  portal.command('list').description('Lista los portales y sus ajustes').action(list)
  portal
    .command('set')
    .description('Ajusta un portal')
    .argument('<clave>', 'clave del portal')
    .option('--account <cuenta>', 'cuenta cuya credencial y cuyo tope comparte; «sin»: ninguna')
    .option('--url <dirección>', 'dirección base de las consultas', asUrl)
    .option('--credential <credencial>', 'usuario:contraseña, token o llave, según el portal; se guarda sellada')
    .option('--credential-stdin', 'la credencial se lee de la entrada estándar y no queda en el historial')
    .option('--pace-ms <ms>', 'pausa entre consultas, en milisegundos', asWhole(0))
    .option('--concurrency <n>', 'consultas a la vez', asWhole(1))
    .option('--price <cantidad>', 'lo que cuesta una consulta; «sin»: nada', asMoney)
    .addOption(new Option('--currency <moneda>', 'moneda del precio y del tope').choices(['MXN', 'COP', 'USD']))
    .option(
      '--monthly-cap <cantidad>',
      'tope de gasto del mes: al llegar a él no se le consulta; «sin»: no hay',
      asMoney,
    )
    .option('--simulated', 'es un portal simulado: las pantallas lo dicen')
    .action(set)
}
