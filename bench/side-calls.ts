// Somebody who asks a process of the product everything that can be asked without naming a thing, and writes a
// little, over and over.
import { DEMO_PASSWORD } from '@padron/server/db/demo/companies'
import { seal } from '@padron/server/testing/seal'

export type Said = { call: string; status: number; ms: number; body: string }
type OpenApi = { paths: Record<string, { get?: { parameters?: { in: string; required?: boolean }[] } }> }

const signIn = async (url: string): Promise<string> => {
  const key = await (await fetch(`${url}/connect/password-key`)).json()
  const username = 'norte-admin'
  const password = await seal(DEMO_PASSWORD, key as Parameters<typeof seal>[1], { username })
  const fields = { grant_type: 'password', username, password, client_id: 'padron-console' }
  const answer = await fetch(`${url}/connect/token`, { method: 'POST', body: new URLSearchParams(fields) })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (!token) throw new Error(`nobody signs in at ${url}: ${answer.status}`)
  return token
}

const readsOf = async (url: string): Promise<string[]> => {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi
  return Object.entries(paths)
    .filter(
      ([path, { get }]) =>
        get && !path.includes('{') && path.startsWith('/api/') && !get.parameters?.some(({ required }) => required),
    )
    .map(([path]) => path)
    .filter((path) => !path.includes('queueEvents'))
}

const LIST = { currentPage: 1, pageSize: 25, vehicleClass: {} }
const COLORS = { tagColor: 'red' }
type Write = { path: string; body: (nth: number) => unknown }
const WRITES: readonly Write[] = [
  { path: '/api/v2/vehicleAsset', body: () => LIST },
  { path: '/api/v2/tags/categories', body: (nth) => ({ tagCategoryName: `lado ${nth}`, ...COLORS }) },
  { path: '/api/v2/vehiclesReport', body: () => ({ mails: ['ana@norte.mx'] }) },
]

/** @param leaving ends it @returns everything that was said, in order */
export const askAll = async (url: string, name: string, leaving: AbortSignal): Promise<Said[]> => {
  const token = await signIn(url)
  const reads = await readsOf(url)
  const said: Said[] = []
  const ask = async (method: string, path: string, body?: unknown) => {
    const began = performance.now()
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: Error) => error)
    const status = answer instanceof Error ? 0 : answer.status
    const text = answer instanceof Error ? answer.message : await answer.text()
    const trouble = status >= 200 && status < 300 ? '' : text.slice(0, 200)
    said.push({ call: `${method} ${path}`, status, ms: performance.now() - began, body: trouble })
  }
  for (let nth = 0; !leaving.aborted; nth++) {
    for (const path of reads) if (!leaving.aborted) await ask('GET', path)
    for (const { path, body } of WRITES)
      if (!leaving.aborted) await ask('POST', path, body(name === 'old' ? nth : 1_000_000 + nth))
  }
  return said
}
