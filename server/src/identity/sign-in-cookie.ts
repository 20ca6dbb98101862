// The cookie that binds a sign-in at a company's provider to one browser. Over TLS it is also bound to this host
// (`__Host-`), so that no neighbouring host can set it.
import { COMPANY_SIGN_IN_SECONDS } from '@padron/contract/company-sign-in'
import type { FastifyReply, FastifyRequest } from 'fastify'

const isSecure = (url: string): boolean => url.startsWith('https:')
const nameOf = (url: string): string => `${isSecure(url) ? '__Host-' : ''}padron-sign-in`

/** @param url of this product, as browsers see it @param value empty: deletes the cookie */
export const writeCookie = (reply: FastifyReply, url: string, value: string): void => {
  const age = value === '' ? 0 : COMPANY_SIGN_IN_SECONDS
  const secure = isSecure(url) ? '; Secure' : ''
  reply.header('set-cookie', `${nameOf(url)}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`)
}

/** @returns empty if there is none, or more than one */
export const readCookie = ({ headers }: FastifyRequest, url: string): string => {
  const found = (headers.cookie ?? '').split(/; ?/).filter((pair) => pair.startsWith(`${nameOf(url)}=`))
  return found.length === 1 ? (found[0] ?? '').slice(nameOf(url).length + 1) : ''
}
