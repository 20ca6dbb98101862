// The console's part of a sign-in by the company's provider: a verifier that proves, at the end, that it began in this
// tab.
import { sha256 } from '@noble/hashes/sha2.js'
import { COMPANY_FAULTS, type CompanyFault } from '@padron/contract/company-sign-in'
import { COMPANY_GRANT, identity, SESSION_TEXTS, TERMS_VERSION, TOKEN_ERRORS } from '@padron/contract/session'
import { ApiError } from '../api/api-error.ts'
import { ask } from '../api/client.ts'
import { endSession, session, startSession, type User } from './session.ts'
import { clientFields, lockedText } from './sign-in.ts'

const VERIFIER = 'padron-company-verifier'

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Stores a new verifier for this tab only. */
const keepVerifier = (): string => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  sessionStorage.setItem(VERIFIER, verifier)
  return base64url(sha256(new TextEncoder().encode(verifier)))
}

export const companyFault = (name: string): string =>
  Object.hasOwn(COMPANY_FAULTS, name) ? COMPANY_FAULTS[name as CompanyFault] : SESSION_TEXTS.failed

const refusalOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return SESSION_TEXTS.failed
  const { status, description = '', retryAfter } = error
  if (status === 429) return lockedText(retryAfter)
  // A description of several words is a sentence for people; one word is a code.
  return description.includes(' ') ? description : companyFault(description)
}

/** @returns the address for the browser, or the refusal */
export const startAtCompany = async (account: string): Promise<{ address: string } | { refused: string }> => {
  try {
    return await ask(identity.companyStart, { body: { account, challenge: keepVerifier() } })
  } catch (error) {
    return { refused: refusalOf(error) }
  }
}

/** @param accepts whether the user accepted the terms, after the console asked */
export const tradeCompanyCode = async (
  code: string,
  accepts: boolean,
): Promise<{ user: User } | { refused: string } | { terms: true }> => {
  try {
    const body = {
      grant_type: COMPANY_GRANT,
      code,
      code_verifier: sessionStorage.getItem(VERIFIER) ?? '',
      ...(accepts && { accepted_terms: TERMS_VERSION }),
      ...(await clientFields()),
    }
    const token = await ask(identity.token, { body })
    sessionStorage.removeItem(VERIFIER)
    // Ends the session of the user signed in here: the page continues as the new user.
    if (session.get().status === 'in') endSession(false)
    return { user: await startSession(token.access_token, token.expires_in) }
  } catch (error) {
    const description = error instanceof ApiError ? error.description : undefined
    if (description === TOKEN_ERRORS.terms) return { terms: true }
    return { refused: description === TOKEN_ERRORS.ended ? COMPANY_FAULTS.expired : refusalOf(error) }
  }
}
