// Concurrent calls of other companies' users, at a constant pace: each is sent at its scheduled time, whether or not
// the previous one has an answer, and its duration counts from that time.
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import type { Company } from './setup.ts'

export type CallKind = 'list' | 'edit'
/** `at`: by `performance.now`. */
export type Call = { kind: CallKind; at: number; ms: number; ok: boolean }

/** Interval for each company, in which lists and edits alternate. */
const EVERY_MS = 100
const PAGES = 40

export const sendCall = async (
  base: string,
  { token, ids }: Company,
  kind: CallKind,
  nth: number,
): Promise<boolean> => {
  const isList = kind === 'list'
  const pagination = { page: 1 + (nth % PAGES), pageSize: 25 }
  const vehicleClass = isList
    ? { assetHistoric: { assetStatusId: 1 } }
    : { vehicleAsset: { vehicleAssetId: ids[nth % ids.length] }, vehicleInfo: { observations: `Revisado ${nth}` } }
  const { statusCode, body } = await request(`${base}/api/v2/${isList ? 'vehicleAsset' : 'vehicle'}`, {
    method: isList ? 'POST' : 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(isList ? { vehicleClass, pagination } : { vehicleClass }),
  })
  await body.dump()
  return statusCode === 200
}

/** Sends calls until the signal, alternating their kinds. @returns the calls once all are answered */
export const useAtPace = async (
  base: string,
  company: Company,
  over: AbortSignal,
  kinds: readonly [CallKind, ...CallKind[]] = ['list', 'edit'],
): Promise<Call[]> => {
  const sent: Promise<Call>[] = []
  const start = performance.now()
  for (let nth = 0; !over.aborted; nth++) {
    const at = start + nth * EVERY_MS
    await pause(Math.max(0, at - performance.now()))
    const kind = kinds[nth % kinds.length] ?? kinds[0]
    const answered = sendCall(base, company, kind, nth).catch(() => false)
    sent.push(answered.then((ok) => ({ kind, at, ms: performance.now() - at, ok })))
  }
  return Promise.all(sent)
}
