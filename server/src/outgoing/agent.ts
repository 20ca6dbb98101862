// Connections to outside addresses, and whether their names may resolve to private ones in this installation.
import { Agent } from 'undici'
import { guardedLookup, type Resolve } from './private-addresses.ts'

let arePrivateAllowed = false
/** Whether a host name may resolve to a private address: PADRON_PRIVATE_SOURCES. */
export const allowPrivateAddresses = (allowed: boolean): void => {
  arePrivateAllowed = allowed
}

export const arePrivateAddressesAllowed = (): boolean => arePrivateAllowed

/** Connections are pooled; undici's time limits are off because every request has its own deadline. */
export const createAgent = (resolve?: Resolve): Agent =>
  new Agent({
    connect: { timeout: 5_000, lookup: guardedLookup(() => arePrivateAllowed, resolve) },
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: 32,
    keepAliveTimeout: 10_000,
  })
