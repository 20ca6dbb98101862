// Somebody who calls the installation through its balancer, and what came of each call: an answer, or a cut of which
// nobody knows whether it was heard.
import type { PasswordKey } from '@padron/contract/session'
import { seal } from '../sign-in/seal.ts'
import { CUT } from './balancer.ts'
import { PASSWORD } from './cluster.ts'

/** `cut`: no answer came, because the process that had the call was killed. */
export type Answer = { status: number; body: unknown; bytes: Buffer } | 'cut'
export type Ask = {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  json?: object
  form?: FormData | URLSearchParams
  token?: string
}

export const call = async (url: string, { method = 'GET', path, json, form, token }: Ask): Promise<Answer> => {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(json ? { 'content-type': 'application/json' } : {}),
  }
  const body = json ? JSON.stringify(json) : form
  try {
    const reply = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    const bytes = Buffer.from(await reply.arrayBuffer())
    if (reply.headers.has(CUT)) return 'cut'
    const isJson = String(reply.headers.get('content-type')).includes('json')
    return { status: reply.status, body: isJson ? JSON.parse(bytes.toString('utf8')) : undefined, bytes }
  } catch {
    return 'cut' // in the middle of an answer; the balancer has it among its cuts
  }
}

/** @returns a token; undefined where a process was killed meanwhile */
export const signIn = async (url: string, username: string): Promise<string | undefined | Exclude<Answer, 'cut'>> => {
  const key = await call(url, { path: '/connect/password-key' })
  if (key === 'cut') return undefined
  if (key.status !== 200) return key
  const password = await seal(PASSWORD, key.body as PasswordKey, { username })
  const form = new URLSearchParams({ grant_type: 'password', username, password, client_id: 'padron-console' })
  const answer = await call(url, { method: 'POST', path: '/connect/token', form })
  if (answer === 'cut') return undefined
  return answer.status === 200 ? (answer.body as { access_token: string }).access_token : answer
}
