// The browser's part of passkeys (WebAuthn): creates one, proves one, and explains failures.
import { FACTOR_TEXTS } from '@padron/contract/account'
import type { PasskeyCreation, PasskeyRequest } from '@padron/contract/passkeys'
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'

type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** @returns the answer for the server. Its transport kinds are newer than the library's types. */
export const makePasskey = async (options: PasskeyCreation): Promise<string> =>
  JSON.stringify(await startRegistration({ optionsJSON: options as Options }))

export const provePasskey = async (options: PasskeyRequest): Promise<string> =>
  JSON.stringify(await startAuthentication({ optionsJSON: options as RequestOptions }))

const NO_PASSKEYS = 'Este navegador no admite llaves de acceso.'

/** @param rpId the host that passkeys are bound to @returns why they cannot be used on this page */
export const passkeyObstacle = (rpId: string): string | undefined => {
  if (!browserSupportsWebAuthn()) return NO_PASSKEYS
  const { hostname } = location
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
    ? undefined
    : `Sus llaves de acceso sirven en ${rpId}, y esta página está en ${hostname}.`
}

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: 'Se canceló, o pasó el tiempo. Puede intentarlo de nuevo.',
  AbortError: 'Se canceló, o pasó el tiempo. Puede intentarlo de nuevo.',
  InvalidStateError: `${FACTOR_TEXTS.samePasskey}.`,
  SecurityError: 'Las llaves de acceso no sirven en esta dirección: abra la consola en la de siempre.',
}

/** @param error of `makePasskey` or `provePasskey` */
export const passkeyFailure = (error: unknown): string =>
  WORDS[error instanceof Error ? error.name : ''] ?? 'El navegador no pudo usar la llave de acceso.'
