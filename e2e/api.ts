// Calls the product without a browser, to compare its replies with what a user sees.
import type { Args, CallRow, Reply } from '@padron/contract/call'
import { catalogue } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { identity } from '@padron/contract/session'
import { seal } from '@padron/server/testing/sign-in/seal'
import { PRODUCT } from './address.ts'

export const PASSWORD = 'Padron-demo-2026'
export type DemoUser =
  | 'norte-admin'
  | 'norte-operador'
  | 'norte-consulta'
  | 'norte-personal'
  | 'sureste-admin'
  | 'andina-admin'

type AnyArgs = { params?: Record<string, unknown>; query?: Record<string, string>; body?: unknown }

/** @param product its base address @throws Error with the status if the response is not a success */
export const ask = async <R extends CallRow>(
  row: R,
  args: Args<R>,
  token?: string,
  product = PRODUCT,
): Promise<Reply<R>> => {
  const { params = {}, query = {}, body } = args as AnyArgs
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(query).toString()
  const type = row.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const answer = await fetch(product + path + (search && `?${search}`), {
    method: row.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && {
      body: row.form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
    }),
  })
  if (!answer.ok) throw new Error(`${row.method} ${path}: ${answer.status}`)
  return (await answer.json()) as Reply<R>
}

const client = async (product = PRODUCT) => {
  const config = (await (await fetch(`${product}/config.json`)).json()) as { clientId: string; clientSecret: string }
  return { client_id: config.clientId, client_secret: config.clientSecret }
}

/** A separate session, which a test may end. */
export const freshToken = async (username: string, password = PASSWORD, product = PRODUCT): Promise<string> => {
  const sealed = await seal(password, await ask(identity.passwordKey, {}, undefined, product), { username })
  const body = { grant_type: 'password', username, password: sealed, ...(await client(product)) }
  return (await ask(identity.token, { body }, undefined, product)).access_token
}

export const revoke = async (token: string): Promise<void> => {
  await ask(identity.revocation, { body: { token, ...(await client()) } })
}

const tokens = new Map<DemoUser, Promise<string>>()
/** One session per user and worker, because signing in computes a slow hash. */
export const tokenOf = (user: DemoUser): Promise<string> => {
  const known = tokens.get(user) ?? freshToken(user)
  tokens.set(user, known)
  return known
}

export const askAs = async <R extends CallRow>(user: DemoUser, row: R, args: Args<R>): Promise<Reply<R>> =>
  ask(row, args, await tokenOf(user))

const ALL = 100
/** Every vehicle of the user's company that matches the filter. */
export const fetchVehicles = async (
  user: DemoUser,
  vehicleClass: NonNullable<Args<typeof catalogue.list>['body']['vehicleClass']> = {},
): Promise<readonly VehicleRow[]> => {
  const found: VehicleRow[] = []
  for (let page = 1; ; page++) {
    const { vehicles, totalCount } = await askAs(user, catalogue.list, {
      body: { vehicleClass, pagination: { page, pageSize: ALL } },
    })
    found.push(...vehicles)
    if (vehicles.length < ALL || found.length >= totalCount) return found
  }
}
