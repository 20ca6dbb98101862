// Passkeys (WebAuthn), the second kind of second factor. A passkey works only at the installation's address where it
// was created. The library takes half a second to load, so it is loaded on first use. No attestation is requested, and
// one with certificates is refused: the library would contact their issuer to validate them.
import { isIP } from 'node:net'
import { PASSKEYS_AT_MOST, type PasskeyCreation, type PasskeyRequest } from '@padron/contract/passkeys'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Tx } from '../../db/client.ts'
import { sha256 } from '../../secrets/tokens.ts'
import type { Named, Owner } from './codes.ts'

/** The installation as a relying party: the host that passkeys are bound to, and the origin where they may be used. */
export type RelyingParty = { id: string; origin: string }

/**
 * @param address of the installation, from its settings
 * @returns undefined if browsers refuse passkeys there: an IP address, or no TLS except on localhost
 */
export const relyingPartyOf = (address: string): RelyingParty | undefined => {
  const { protocol, hostname, origin } = new URL(address)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  return isName && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : undefined
}

/** How long a browser waits for its user. */
const WAIT_MS = 120_000
/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

type Passkey = {
  passkeyId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
}

const listPasskeys = async (tx: Tx, { id }: RelyingParty, { tenantId, userId }: Owner): Promise<Passkey[]> => {
  const { rows } = await sql<Passkey>`
    select passkey_id as "passkeyId", credential_id as "credentialId", public_key as "publicKey",
      counter::float8 as counter, transports
    from passkey
    where tenant_id = ${tenantId} and user_id = ${userId} and rp_id = ${id}
    order by created_at`.execute(tx)
  return rows
}

const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports,
})

/** @param challenge in base64url @returns the request to the browser to create a passkey */
export const passkeyCreation = async (
  tx: Tx,
  rp: RelyingParty,
  user: Named,
  challenge: string,
): Promise<PasskeyCreation> => ({
  challenge,
  rp: { id: rp.id, name: 'Padrón' },
  user: {
    id: sha256(`passkey ${user.tenantId} ${user.userId}`).toString('base64url'),
    name: user.username,
    displayName: user.username,
  },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: (await listPasskeys(tx, rp, user)).map(descriptorOf),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  attestation: 'none',
  timeout: WAIT_MS,
})

/** @returns the request to the browser to prove a passkey; undefined if the user has none for this address */
export const passkeyRequest = async (
  tx: Tx,
  rp: RelyingParty | undefined,
  owner: Owner,
  challenge: string,
): Promise<PasskeyRequest | undefined> => {
  const passkeys = rp ? await listPasskeys(tx, rp, owner) : []
  if (!rp || passkeys.length === 0) return undefined
  const allowCredentials = passkeys.map(descriptorOf)
  return { challenge, rpId: rp.id, allowCredentials, userVerification: 'preferred', timeout: WAIT_MS }
}

const Base64Url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/))
const Answer = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: z.optional(Base64Url),
    authenticatorData: z.optional(Base64Url),
    signature: z.optional(Base64Url),
    transports: z.optional(z.array(z.string())),
  }),
})
const ClientData = z.object({ challenge: Base64Url })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const readAnswer = (text: string) => {
  const { data } = Answer.safeParse(parsed(text))
  return data && { ...data, clientExtensionResults: {} }
}

/** @returns the challenge that a browser's answer signs; undefined if it is not an answer */
export const challengeIn = (answer: string): string | undefined => {
  const clientData = readAnswer(answer)?.response.clientDataJSON
  if (clientData === undefined) return undefined
  return ClientData.safeParse(parsed(Buffer.from(clientData, 'base64url').toString())).data?.challenge
}

const loadLibrary = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
})

export type NewPasskey = Omit<Passkey, 'passkeyId'>

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** @returns undefined if it does not answer the request */
export const readNewPasskey = async (
  rp: RelyingParty,
  { answer, challenge }: { answer: string; challenge: string },
): Promise<NewPasskey | undefined> => {
  const response = readAnswer(answer)
  const { attestationObject, clientDataJSON, transports = [] } = response?.response ?? {}
  if (!response || attestationObject === undefined || clientDataJSON === undefined) return undefined
  const { verifyRegistrationResponse, decodeAttestationObject } = await loadLibrary()
  const check = async () => {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const isBare = attestation.get('fmt') === 'none' || attestation.get('fmt') === 'packed'
    if (!isBare || attestation.get('attStmt').get('x5c') !== undefined) return undefined
    return verifyRegistrationResponse({
      response: { ...response, response: { attestationObject, clientDataJSON } },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  }
  // The library throws for every fault.
  const made = (await check().catch(() => undefined))?.registrationInfo?.credential
  return (
    made && {
      credentialId: Buffer.from(made.id, 'base64url'),
      publicKey: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: transports.filter((transport) => TRANSPORTS.includes(transport)),
    }
  )
}

/** @returns the reason if it was not stored */
export const insertPasskey = async (
  tx: Tx,
  rp: RelyingParty,
  { tenantId, userId }: Owner,
  { name, credentialId, publicKey, counter, transports }: NewPasskey & { name: string },
): Promise<'full' | 'name' | 'known' | undefined> => {
  const { rows } = await sql<{ name: string; known: boolean }>`
    select passkey_name as name, credential_id = ${credentialId} as known
    from passkey
    where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  if (rows.some(({ known }) => known)) return 'known'
  if (rows.some((row) => row.name === name)) return 'name'
  if (rows.length >= PASSKEYS_AT_MOST) return 'full'
  await sql`
    insert into passkey (tenant_id, user_id, credential_id, public_key, counter, transports, rp_id, passkey_name)
    values (${tenantId}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${rp.id},
      ${name})`.execute(tx)
  return undefined
}

/** @returns whether the answer is right: signed for this challenge, at this address, by a passkey of this user */
export const takePasskey = async (
  tx: Tx,
  rp: RelyingParty | undefined,
  owner: Owner,
  { answer, challenge }: { answer: string; challenge: string },
): Promise<boolean> => {
  const response = readAnswer(answer)
  const { authenticatorData, clientDataJSON, signature } = response?.response ?? {}
  if (!rp || !response || !authenticatorData || !clientDataJSON || !signature) return false
  // Locks the passkey, because its counter is compared with that of the previous use.
  await sql`
    select from passkey
    where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}
    for update`.execute(tx)
  const passkey = (await listPasskeys(tx, rp, owner)).find((each) => descriptorOf(each).id === response.id)
  if (!passkey) return false
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verdict = await verifyAuthenticationResponse({
    response: { ...response, response: { authenticatorData, clientDataJSON, signature } },
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!verdict?.verified) return false
  await sql`
    update passkey set counter = ${verdict.authenticationInfo.newCounter}, last_used_at = now()
    where tenant_id = ${owner.tenantId} and passkey_id = ${passkey.passkeyId}`.execute(tx)
  return true
}
