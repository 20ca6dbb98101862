// Authenticates a user by each grant of the token call: a password, a second factor, or the company's identity
// provider.
import type { Input } from '@padron/contract/call'
import { type identity as rows, TERMS_VERSION, TOKEN_ERRORS } from '@padron/contract/session'
import type { Db } from '../db/client.ts'
import { type Directory, type PlaceName, refuseOtherPlace, tokenAt, withoutPlace } from '../http/access/place.ts'
import { typedUsername } from './accounts/username.ts'
import { isCompanySignInForced, tradeCode } from './company-sign-in/company-sign-in.ts'
import { OAuthError, tooMany } from './oauth-error.ts'
import { checkCredentials, type KnownUser, recordFailure } from './passwords/credentials.ts'
import type { PasswordStep } from './passwords/password-keys.ts'
import { answerChallenge, CHALLENGE_SECONDS, challengeFor, type FactorTools } from './second-factor/challenge.ts'

type From = { address: string; agent: string; now: Date }

export type Granted = { user: KnownUser; device?: string | undefined }
type GrantBody = Input<typeof rows.token>['body']

/** @throws OAuthError if it is missing (RFC 6749 §5.2) */
const needed = (
  body: GrantBody,
  name: 'username' | 'password' | 'mfa_token' | 'otp' | 'code' | 'code_verifier',
): string => {
  const value = body[name]
  if (value === undefined) throw new OAuthError(400, 'invalid_request', `${name} is missing.`)
  return value
}

/** @throws OAuthError if it is wrong, or if the second factor is needed too */
export const userOfPassword = async (
  db: Db,
  step: PasswordStep,
  { directory, place, rp }: { directory: Directory; place: PlaceName; rp: FactorTools['rp'] },
  body: GrantBody,
  from: From,
): Promise<KnownUser> => {
  const [username, sealed] = [needed(body, 'username'), needed(body, 'password')]
  await directory.refuseElsewhere(typedUsername(username))
  // The reply is the same whether the user exists or not, and whether the password is right or not.
  if (await isCompanySignInForced(db, typedUsername(username)))
    throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.company)
  const verdict = await checkCredentials(db, step, { username, sealed, use: 'sign-in', ...from })
  if (verdict.is === 'locked') throw tooMany(verdict.seconds)
  if (verdict.is === 'wrong') throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.wrong)
  // Replied only after a correct password, so that a stranger learns nothing.
  if (verdict.user.termsVersion !== TERMS_VERSION) throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.terms)
  const challenge = await challengeFor(db, rp, verdict.user, body.device_token ?? '')
  if (challenge !== undefined)
    throw new OAuthError(400, 'mfa_required', TOKEN_ERRORS.factor, {
      mfa_token: tokenAt(place, challenge.token),
      expires_in: CHALLENGE_SECONDS,
      application: challenge.application,
      ...(challenge.passkey ? { passkey: challenge.passkey } : {}),
    })
  return verdict.user
}

/** @throws OAuthError if the code or passkey is wrong, or the password was entered too long ago */
export const userOfFactor = async (
  db: Db,
  place: PlaceName,
  tools: FactorTools,
  body: GrantBody,
  { address, agent, now, request }: From & { request: string },
): Promise<Granted> => {
  const challenge = needed(body, 'mfa_token')
  refuseOtherPlace(place, challenge)
  const remember = body.remember_device === 'true' ? { agent } : undefined
  const { passkey } = body
  const proof = passkey === undefined ? { code: needed(body, 'otp') } : { passkey }
  const given = { token: withoutPlace(challenge), proof, address, now, remember, request }
  const verdict = await answerChallenge(db, tools, given)
  if (verdict.is === 'known') return verdict
  if (verdict.is === 'locked') throw tooMany(verdict.seconds)
  if (verdict.is === 'ended') throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.ended)
  const { tenantId, userId } = verdict.user
  await recordFailure(db, { tenant_id: tenantId, user_id: userId, address, agent })
  throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS[passkey === undefined ? 'wrongCode' : 'wrongPasskey'])
}

/** @throws OAuthError if the code is unknown, or the terms are not accepted with it */
export const userOfCompany = async (
  db: Db,
  place: PlaceName,
  body: GrantBody,
  actor: { address: string; request: string },
): Promise<KnownUser> => {
  const [code, verifier] = [needed(body, 'code'), needed(body, 'code_verifier')]
  refuseOtherPlace(place, code)
  const result = await tradeCode(db, { code, verifier, acceptsTerms: body.accepted_terms === TERMS_VERSION, actor })
  if (result === 'ended') throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.ended)
  if (result === 'terms') throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.terms)
  return result.user
}
