// The options for a browser that creates a passkey or proves one (WebAuthn Level 3, options as JSON).
import { z } from 'zod/mini'
import { text } from './common.ts'

export const PASSKEYS_AT_MOST = 20

const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('preferred') }),
  attestation: z.literal('none'),
  timeout: z.int(),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(Descriptor),
  userVerification: z.literal('preferred'),
  timeout: z.int(),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** The browser's answer as JSON text (`PublicKeyCredential.toJSON`), because a form's field is a text. */
export const PasskeyAnswer = text(8000)

export const PASSKEY_NAME_AT_MOST = 60
