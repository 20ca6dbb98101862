// Identifies a person at a company's identity provider: OpenID Connect's code flow with PKCE, state and nonce. An ID
// token must be signed by the provider's own keys. No authentication class (acr) is requested: providers answer it
// differently, and it locked out people with security keys.
import type { CompanyFault } from '@padron/contract/company-sign-in'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { createOutgoingFetch, type OutgoingFetch, OutgoingFetchError } from '../../outgoing/outgoing-client.ts'

const SKEW_SECONDS = 60
const EXCHANGE_MS = 5_000
/** The keys and the metadata of large providers have about ten thousand bytes. */
const ANSWER_BYTES = 512 * 1024

export type Provider = { issuer: string; clientId: string; clientSecret: string }
export type ProviderTools = { client: OutgoingFetch; privateAddresses: boolean }
/** Values that prove that an answer belongs to its request. */
export type Proof = { state: string; nonce: string; verifier: string }
/** A provider's claims about a person; all of it is text from outside. */
export type Claims = {
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  username: string | undefined
  firstName: string | undefined
  lastName: string | undefined
  groups: string[]
}

export const openProviderTools = (privateAddresses: boolean): ProviderTools => ({
  client: createOutgoingFetch({ deadlineMs: EXCHANGE_MS, maxBytes: ANSWER_BYTES }),
  privateAddresses,
})

/** A sign-in that is refused, with its reason. */
export class CompanySignInError extends Error {
  readonly fault: CompanyFault
  constructor(fault: CompanyFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

const CONNECTION_FAULTS = {
  private: 'inside',
  certificate: 'certificate',
  timeout: 'unavailable',
  connection: 'unavailable',
  'too-long': 'refused',
} as const

const TIMESTAMP = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'
const NOT_CONFORM = 'OAUTH_RESPONSE_IS_NOT_CONFORM'
/** A provider's errors for an unknown client, or a wrong secret or redirect address. */
const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch'])

const faultOf = (error: unknown): CompanyFault => {
  if (error instanceof OutgoingFetchError) return CONNECTION_FAULTS[error.problem]
  if (error instanceof AuthorizationResponseError) return CLIENT_ERRORS.has(error.error) ? 'settings' : 'denied'
  if (error instanceof ResponseBodyError) return CLIENT_ERRORS.has(error.error) ? 'settings' : 'refused'
  // The token endpoint answers so if the client's secret is wrong.
  if (error instanceof WWWAuthenticateChallengeError) return 'settings'
  const { cause, code } = error as { cause?: unknown; code?: string }
  if (code === TIMESTAMP) return 'clock'
  if (cause instanceof Response) return code === NOT_CONFORM && cause.status >= 500 ? 'unavailable' : 'refused'
  return cause instanceof Error ? faultOf(cause) : 'refused'
}

const orRefused = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof CompanySignInError ? error : new CompanySignInError(faultOf(error), { cause: error })
  }
}

/** Sends the secret by a method that the provider supports; by the standard's default if it lists none. */
const clientAuth = (methods: readonly string[] | undefined, secret: string) =>
  methods && !methods.includes('client_secret_basic') ? ClientSecretPost(secret) : ClientSecretBasic(secret)

const open = async ({ client, privateAddresses }: ProviderTools, provider: Provider): Promise<Configuration> => {
  const { issuer, clientId, clientSecret } = provider
  const execute = privateAddresses ? [allowInsecureRequests] : []
  const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
    [customFetch]: client.fetch,
    execute,
  })
  const metadata = found.serverMetadata()
  // Some providers serve the same metadata to all their customers, with another issuer than the one configured.
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new CompanySignInError('refused')
  const auth = clientAuth(metadata.token_endpoint_auth_methods_supported, clientSecret)
  const config = new Configuration(metadata, clientId, { [clockTolerance]: SKEW_SECONDS }, auth)
  config[customFetch] = client.fetch
  for (const each of [...execute, enableNonRepudiationChecks]) each(config)
  return config
}

/** A browser is sent to this address, so it must be HTTPS. */
const checkAddress = (address: URL, { privateAddresses }: ProviderTools): URL => {
  if (address.protocol === 'https:' || (privateAddresses && address.protocol === 'http:')) return address
  throw new CompanySignInError('refused')
}

/** @returns the provider's address for the browser @throws CompanySignInError */
export const authorizationAddress = (
  tools: ProviderTools,
  provider: Provider,
  { redirectUrl, proof }: { redirectUrl: string; proof: Proof },
): Promise<URL> =>
  orRefused(async () => {
    const config = await open(tools, provider)
    const groups = config.serverMetadata().scopes_supported?.includes('groups') ? ' groups' : ''
    const address = buildAuthorizationUrl(config, {
      redirect_uri: redirectUrl,
      scope: `openid profile email${groups}`,
      state: proof.state,
      nonce: proof.nonce,
      code_challenge: await calculatePKCECodeChallenge(proof.verifier),
      code_challenge_method: 'S256',
    })
    return checkAddress(address, tools)
  })

type ClaimSet = Readonly<Record<string, unknown>>
const textOf = (claims: ClaimSet, name: string): string | undefined => {
  const value = claims[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
const GROUPS_READ = 1_000
const listOf = (value: unknown): string[] =>
  [value]
    .flat()
    .slice(0, GROUPS_READ)
    .filter((each) => typeof each === 'string')

/** @param claims of one answer: an email address counts as verified only if the same answer says so */
const mailOf = (claims: ClaimSet): Pick<Claims, 'email' | 'isEmailVerified'> => ({
  email: textOf(claims, 'email')?.toLowerCase(),
  isEmailVerified: claims.email_verified === true,
})

const SUBJECT_AT_MOST = 255 // OpenID Connect Core §2
/** Refuses claims that the database cannot store. @throws CompanySignInError */
const checkClaims = (claims: Claims): Claims => {
  const texts = Object.values(claims).flat()
  if (claims.subject.length > SUBJECT_AT_MOST || texts.some((each) => String(each).includes('\0')))
    throw new CompanySignInError('refused')
  return claims
}

/** @param url with the provider's parameters @throws CompanySignInError */
export const readClaims = (
  tools: ProviderTools,
  provider: Provider,
  { url, proof, groupsClaim }: { url: URL; proof: Proof; groupsClaim: string },
): Promise<Claims> =>
  orRefused(async () => {
    const config = await open(tools, provider)
    const tokens = await authorizationCodeGrant(config, url, {
      pkceCodeVerifier: proof.verifier,
      expectedState: proof.state,
      expectedNonce: proof.nonce,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    if (!token) throw new CompanySignInError('refused')
    const asks =
      config.serverMetadata().userinfo_endpoint !== undefined &&
      (token.email === undefined || token[groupsClaim] === undefined)
    const more: ClaimSet = asks ? await fetchUserInfo(config, tokens.access_token, token.sub) : {}
    const both: ClaimSet = { ...more, ...token }
    return checkClaims({
      subject: token.sub,
      ...mailOf(token.email === undefined ? more : token),
      username: textOf(both, 'preferred_username'),
      firstName: textOf(both, 'given_name'),
      lastName: textOf(both, 'family_name'),
      groups: listOf(both[groupsClaim]),
    })
  })
