// A device with one passkey, and its answers as a browser writes them. What a test overrides it says wrong, rightly
// signed.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '@padron/contract/passkeys'
import { RP } from '../server.ts'

type ClientFields = { origin: string; rpId: string; type: string; challenge: string; counter: number; flags: number }

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url')
const PRESENT = 0x01
const WITH_KEY = 0x40

/** In CBOR, by hand. @param x509 as where an attestation was asked for: with a certificate */
const attestationOf = (authData: Buffer, x509: boolean): Buffer => {
  const statement = x509 ? '667061636b65646761747453746d74a163783563814100' : '646e6f6e656761747453746d74a0'
  return Buffer.concat([
    hex(`a363666d74${statement}686175746844617461${'58'}`),
    Buffer.from([authData.length]),
    authData,
  ])
}

export const createVirtualAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = Buffer.concat([
    hex('a5010203262001215820'),
    Buffer.from(x, 'base64url'),
    hex('225820'),
    Buffer.from(y, 'base64url'),
  ])
  const credentialId = randomBytes(32)
  let counter = 0

  const encode = (fields: ClientFields, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(fields.counter)
    const authData = Buffer.concat([sha256(fields.rpId), Buffer.from([fields.flags]), count, attested])
    const { type, challenge, origin } = fields
    return { authData, clientData: Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })) }
  }
  const answerOf = (response: object): string =>
    JSON.stringify({
      id: base64url(credentialId),
      rawId: base64url(credentialId),
      type: 'public-key',
      response,
      clientExtensionResults: {},
    })

  return {
    id: base64url(credentialId),

    create: ({ challenge, rp }: PasskeyCreation, wrong: Partial<ClientFields> & { x509?: boolean } = {}): string => {
      const { x509 = false, ...fields } = wrong
      const attested = Buffer.concat([Buffer.alloc(16), hex('0020'), credentialId, cose])
      const { authData, clientData } = encode(
        {
          origin: RP.origin,
          rpId: rp.id,
          type: 'webauthn.create',
          challenge,
          counter,
          flags: PRESENT | WITH_KEY,
          ...fields,
        },
        attested,
      )
      return answerOf({
        attestationObject: base64url(attestationOf(authData, x509)),
        clientDataJSON: base64url(clientData),
        transports: ['internal', 'carrier-pigeon'],
      })
    },

    /** @param wrong `tampered`: changed after it was signed */
    prove: (
      { challenge, rpId }: PasskeyRequest,
      wrong: Partial<ClientFields> & { tampered?: boolean } = {},
    ): string => {
      const { tampered = false, ...fields } = wrong
      counter++
      const { authData, clientData } = encode({
        origin: RP.origin,
        rpId,
        type: 'webauthn.get',
        challenge,
        counter,
        flags: PRESENT,
        ...fields,
      })
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      if (tampered) authData.writeUInt32BE(counter + 1, 33)
      return answerOf({
        authenticatorData: base64url(authData),
        clientDataJSON: base64url(clientData),
        signature: base64url(signature),
      })
    },
  }
}

export type VirtualAuthenticator = ReturnType<typeof createVirtualAuthenticator>
