// The operator's settings of a contract with a provider: the credential, the price of a query, the monthly cap, and the
// address of the portals that share it. For the command line and the set-up.
import type { Tx } from '../../db/client.ts'
import { lockAccounts, resumeAccount } from './accounts.ts'

/**
 * Closes the breaker and ends the pause without credit, since the operator may just have corrected the cause. One
 * failure remains in the record, so that the first answer is reported to the portal's row and ends an outage.
 */
export const FORGIVEN = {
  failures: 0,
  failing_since: null,
  recent: '-',
  open_until: null,
  open_seconds: 0,
  credit_out_since: null,
}

/** A cap counts money: each portal that uses the account needs a price, and all of them one currency. */
export const checkAccountMoney = async (tx: Tx, accountKey: string): Promise<void> => {
  const portals = await tx
    .selectFrom('portal as p')
    .innerJoin('portal_account as a', 'a.account_key', 'p.shared_account_key')
    .select(['p.portal_key', 'p.price', 'p.currency'])
    .where('a.account_key', '=', accountKey)
    .where('a.monthly_cap', 'is not', null)
    .where('p.base_url', 'is not', null)
    .orderBy('p.portal_key')
    .execute()
  const free = portals.find(({ price }) => !(Number(price) > 0))
  if (free)
    throw new Error(
      `El tope del mes de la cuenta ${accountKey} necesita el precio de cada portal que se consulta con ella; ` +
        `falta el de ${free.portal_key}: padron portal set ${free.portal_key} --price … --currency …`,
    )
  const currencies = [...new Set(portals.map(({ currency }) => currency))]
  if (currencies.length > 1)
    throw new Error(
      `El tope del mes de la cuenta ${accountKey} necesita una sola moneda; sus portales tienen ` +
        `${currencies.join(' y ')}.`,
    )
}

/** Undefined leaves a setting unchanged; null removes it. */
export type ContractSettings = {
  url?: string | undefined
  /** Sealed. */
  credential?: string | null | undefined
  monthlyCap?: number | null | undefined
  price?: number | null | undefined
  currency?: string | undefined
  paceMs?: number | undefined
}

const portalValues = ({ url, price, currency, paceMs }: ContractSettings) => ({
  ...(url === undefined ? {} : { base_url: url, simulated: false }),
  ...(price === undefined ? {} : { price }),
  ...(currency === undefined ? {} : { currency }),
  ...(paceMs === undefined ? {} : { pace_ms: paceMs }),
})

export type AccountPortals = {
  /** They share the account. */
  shared: string[]
  /** They have a credential of their own. */
  apart: string[]
  /** Of the shared ones, those without a price. */
  unpriced: string[]
}

/** @returns undefined where there is no such account @throws Error with a sentence for the operator */
export const setAccount = async (
  tx: Tx,
  key: string,
  settings: ContractSettings,
): Promise<AccountPortals | undefined> => {
  const { credential, monthlyCap } = settings
  await lockAccounts(tx)
  const account = await tx
    .updateTable('portal_account')
    .set({
      ...(credential === undefined ? {} : { credential }),
      ...(monthlyCap === undefined ? {} : { monthly_cap: monthlyCap }),
      probe_at: null,
    })
    .where('account_key', '=', key)
    .returning('account_key')
    .executeTakeFirst()
  if (!account) return undefined
  await tx
    .updateTable('portal')
    .set({ ...portalValues(settings), ...FORGIVEN })
    .where('shared_account_key', '=', key)
    .execute()
  const portals = await tx
    .selectFrom('portal')
    .select(['portal_key', 'price', 'currency', 'shared_account_key'])
    .where('account_key', '=', key)
    .orderBy('portal_key')
    .execute()
  const shared = portals.filter(({ shared_account_key }) => shared_account_key === key)
  if (shared.some(({ price, currency }) => Number(price) > 0 && !currency))
    throw new Error('El precio necesita su moneda: --currency MXN, COP o USD.')
  await resumeAccount(tx, key)
  await checkAccountMoney(tx, key)
  const keysOf = (rows: typeof portals) => rows.map(({ portal_key }) => portal_key)
  return {
    shared: keysOf(shared),
    apart: keysOf(portals.filter(({ shared_account_key }) => shared_account_key === null)),
    unpriced: keysOf(shared.filter(({ price }) => !(Number(price) > 0))),
  }
}

/** Of a portal whose contract is its own. @throws Error with a sentence for the operator */
export const setOwnContract = async (tx: Tx, key: string, settings: ContractSettings): Promise<void> => {
  const { credential, monthlyCap } = settings
  await tx
    .updateTable('portal')
    .set({
      ...portalValues(settings),
      ...(credential === undefined ? {} : { credential }),
      ...(monthlyCap === undefined ? {} : { monthly_cap: monthlyCap }),
      ...FORGIVEN,
    })
    .where('portal_key', '=', key)
    .execute()
}
