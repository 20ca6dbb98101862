// The address to which a provider sends the browser back. The answer always redirects to a page of this console, with
// the result in the fragment: browsers do not send fragments, so no log has them.
import { CALLBACK_PATH, COMPANY_SIGN_IN_PATH } from '@padron/contract/company-sign-in'
import { COMPANY_PATH } from '@padron/contract/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '../../http/access/origin.ts'
import { addressAt, type PlaceName, tokenAt } from '../../http/access/place.ts'
import { readCookie, writeCookie } from '../sign-in-cookie.ts'
import { finishSignIn, type Returned, type SignInTools } from './company-sign-in.ts'

export type CompanyEntrance = { tools: SignInTools; place: PlaceName; publicUrl: string | undefined }

/** The redirect address that the provider must know. */
export const redirectUrlOf = (
  request: FastifyRequest,
  { place, publicUrl }: Pick<CompanyEntrance, 'place' | 'publicUrl'>,
): string => new URL(addressAt(place, CALLBACK_PATH), originOf(request, publicUrl)).href

const pageOf = ({ isTrial, code, fault }: Returned, place: PlaceName): string => {
  const how = fault === undefined ? (code === undefined ? 'done' : `code=${tokenAt(place, code)}`) : `fault=${fault}`
  return `${isTrial ? COMPANY_SIGN_IN_PATH : COMPANY_PATH}#${how}`
}

export const companyCallback = (app: FastifyInstance, entrance: CompanyEntrance): void => {
  app.get(CALLBACK_PATH, { schema: { hide: true } }, async (request, reply) => {
    const redirectUrl = redirectUrlOf(request, entrance)
    const url = new URL(redirectUrl)
    url.search = request.raw.url?.split('?').slice(1).join('?') ?? ''
    const actor = { address: request.ip, request: request.id }
    const returned = await finishSignIn(entrance.tools, { url, cookie: readCookie(request, redirectUrl), actor })
    const { fault, error } = returned
    // The provider's error may contain codes and tokens, so only its kind is logged.
    if (fault !== undefined)
      request.log.warn(
        { why: fault, code: (error as { code?: string } | undefined)?.code },
        'a company sign-in was refused',
      )
    writeCookie(reply, redirectUrl, '')
    return reply.redirect(pageOf(returned, entrance.place), 303)
  })
}
