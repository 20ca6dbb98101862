// Certificates for tests of TLS: Node's crypto signs and has no writer of X.509 (RFC 5280), which is a few nested
// DER values.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { DAY_MS } from '@padron/contract/days'

const der = (tag: number, ...parts: readonly (Buffer | number[])[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const SEQUENCE = 0x30
const SET = 0x31
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ECDSA_SHA256 = der(SEQUENCE, oid('2a8648ce3d040302'))
const nameOf = (commonName: string) =>
  der(SEQUENCE, der(SET, der(SEQUENCE, oid('550403'), der(0x0c, Buffer.from(commonName)))))
const utc = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`))
const extension = (id: string, value: Buffer) => der(SEQUENCE, oid(id), der(0x04, value))

export type Certificate = { cert: string; key: string }
type Authority = { name: string; key: KeyObject }

let serial = 1

/** @param by undefined: signed by itself @param days until it ends; below 0: it has ended */
const certificate = (subject: string, { by, days = 90, ip }: { by?: Authority; days?: number; ip?: number[] }) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const names = ip ? der(0x87, ip) : der(0x82, Buffer.from(subject))
  const extensions = [
    extension('551d11', der(SEQUENCE, names)),
    ...(by ? [] : [extension('551d13', der(SEQUENCE, der(0x01, [0xff])))]),
  ]
  const signed = der(
    SEQUENCE,
    der(0xa0, der(0x02, [2])),
    der(0x02, [serial++]),
    ECDSA_SHA256,
    nameOf(by?.name ?? subject),
    der(SEQUENCE, utc(new Date(Date.now() - 400 * DAY_MS)), utc(new Date(Date.now() + days * DAY_MS))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, ...extensions)),
  )
  const signature = sign('sha256', signed, by?.key ?? privateKey)
  const whole = der(SEQUENCE, signed, ECDSA_SHA256, der(0x03, [0], signature))
  const cert = `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`
  return { cert, privateKey, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

/** Of this machine's own address, trusted by nobody. */
export const selfSigned = (): Certificate => certificate('127.0.0.1', { ip: [127, 0, 0, 1] })

/** An authority, and what it signs. */
export const testAuthority = (name = 'Autoridad de prueba') => {
  const { cert, privateKey } = certificate(name, {})
  const by = { name, key: privateKey }
  return {
    cert,
    /** Of this machine's own address. */
    forLocal: (days?: number): Certificate =>
      certificate('127.0.0.1', { by, ip: [127, 0, 0, 1], ...(days && { days }) }),
    forName: (host: string): Certificate => certificate(host, { by }),
  }
}
