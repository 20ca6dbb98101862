// A browser that enters by a company's identity provider: what it keeps, and every step that a test may bend.
import { createHash, randomBytes } from 'node:crypto'
import { COMPANY_GRANT, TERMS_VERSION } from '@padron/contract/session'
import type { FastifyInstance } from 'fastify'
import type { Answer } from '../attacks/refusal.ts'
import type { IdentityProvider } from '../services/identity-provider.ts'
import { FORM, inject } from './identity.ts'

const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie'] ?? '').split(';')[0] ?? ''

export const openCompanySignIn = (app: FastifyInstance) => {
  const start = async (account: string, more: Record<string, string> = {}, remoteAddress = '10.0.0.9') => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const payload = new URLSearchParams({ account, challenge, ...more }).toString()
    const url = '/connect/authorize/start'
    const answer = await inject(app, { method: 'POST', url, payload, headers: FORM, remoteAddress })
    const { address = '' } = (answer.body ?? {}) as { address?: string }
    return { address, cookie: cookieOf(answer), verifier, answer }
  }
  /** @returns where the browser is sent */
  const comeBack = async (query: URLSearchParams | string, cookie: string) => {
    const answer = await inject(app, { url: `/connect/authorize/callback?${query}`, headers: { cookie } })
    return { status: answer.status, location: String(answer.headers.location ?? ''), answer }
  }
  const trade = (code: string, verifier: string, acceptedTerms = TERMS_VERSION) => {
    const fields = { grant_type: COMPANY_GRANT, code, code_verifier: verifier, accepted_terms: acceptedTerms }
    const payload = new URLSearchParams(fields).toString()
    return inject(app, { method: 'POST', url: '/connect/token', payload, headers: FORM })
  }
  /** All steps, honestly. @returns where it ended, and the session's token where there is one */
  const enter = async (provider: IdentityProvider, account: string) => {
    const { address, cookie, verifier } = await start(account)
    const { location } = await comeBack(provider.agree(address), cookie)
    const code = /#code=(.+)$/.exec(location)?.[1]
    if (code === undefined) return { location, token: undefined, user: undefined }
    const { body } = await trade(code, verifier)
    const { access_token: token } = body as { access_token: string }
    const info = await inject(app, { url: '/connect/userinfo', headers: { authorization: `Bearer ${token}` } })
    return { location, token, user: info.body as { name: string; role: string[] } }
  }
  return { start, comeBack, trade, enter }
}

type Setting = {
  domains?: string[]
  groups?: { group: string; presetId: number }[]
  linksByMail?: boolean
  forced?: boolean
}
/** The body of the settings' call for this provider. */
export const settingsOf = (
  { issuer }: IdentityProvider,
  clientSecret: string | undefined,
  { domains = [], groups = [], linksByMail = false, forced = false }: Setting = {},
) => ({
  issuer,
  clientId: 'padron',
  ...(clientSecret === undefined ? {} : { clientSecret }),
  domains,
  groupsClaim: 'groups',
  groups,
  linksByMail,
  forced,
})
