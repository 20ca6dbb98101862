// Checks whether the public address leads to a Padrón, and its certificate. The check runs on this machine, so it does
// not show whether others reach the address.
import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { DAY_MS } from '@padron/contract/days'
import type { SetupReport } from '@padron/contract/setup'
import { request } from 'undici'
import { codeOf, failed, passed, trialErrorText } from './report.ts'

const WITHIN_MS = 10_000
const SOON_DAYS = 14
const SEEN_FROM = 'Visto desde este servidor; compruebe también que abre desde la red de sus usuarios.'
const IN_CLEAR =
  'Sin TLS, lo que sus usuarios ven y escriben viaja en claro: fuera de esta máquina, ponga delante un proxy con https.'

const UNKNOWN_AUTHORITY = [
  'El certificado es de una autoridad que no se conoce aquí.',
  'Use uno de una autoridad conocida, o inicie Padrón con NODE_EXTRA_CA_CERTS.',
] as const

/** The advice, by the code of the failure. */
const CAUSES: Readonly<Record<string, readonly [summary: string, advice: string]>> = {
  ENOTFOUND: ['El nombre no existe en el DNS.', 'Revise que esté bien escrito, o publíquelo y espere unos minutos.'],
  EAI_AGAIN: ['El DNS no responde.', 'Revise la red y el DNS de este servidor.'],
  ECONNREFUSED: [
    'Nadie escucha en esa dirección.',
    'Inicie el proxy, revise el puerto y que el proxy apunte a este servidor.',
  ],
  ECONNRESET: ['La conexión se cortó.', 'Revise el proxy y si el puerto es de https.'],
  ETIMEDOUT: ['La dirección no respondió a tiempo.', 'Revise el cortafuegos y la dirección IP del DNS.'],
  UND_ERR_CONNECT_TIMEOUT: ['La dirección no respondió a tiempo.', 'Revise el cortafuegos y la dirección IP del DNS.'],
  UND_ERR_HEADERS_TIMEOUT: ['La dirección no respondió a tiempo.', 'Revise el cortafuegos y el proxy.'],
  CERT_HAS_EXPIRED: ['El certificado venció.', 'Renueve el certificado del proxy y vuelva a probar.'],
  CERT_NOT_YET_VALID: ['El certificado todavía no vale.', 'Revise la hora de este servidor y la del certificado.'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'El certificado es de otro nombre.',
    'Pida un certificado para este nombre, o use el nombre del certificado.',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'El certificado está firmado por sí mismo: los navegadores lo rechazan.',
    'Use uno de una autoridad conocida, como Let’s Encrypt.',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'Al certificado le falta su cadena, o es de una autoridad que no se conoce aquí.',
    'Ponga en el proxy la cadena completa (fullchain), no solo el certificado; si la autoridad es propia, inicie ' +
      'Padrón con NODE_EXTRA_CA_CERTS.',
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: ['En ese puerto no hay TLS.', 'Revise el puerto, o escriba http:// si no hay TLS.'],
}

/** The server's certificate, whether it is trusted or not. */
const certificateOf = (url: URL): Promise<PeerCertificate | undefined> =>
  new Promise((found) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const socket = connect({
      host,
      port: Number(url.port) || 443,
      rejectUnauthorized: false, // the certificate is only read, and nothing is sent
      ...(isIP(host) ? {} : { servername: host }),
      timeout: WITHIN_MS,
    })
    const end = (certificate?: PeerCertificate) => {
      socket.destroy()
      found(certificate?.subject ? certificate : undefined)
    }
    socket.once('secureConnect', () => end(socket.getPeerCertificate()))
    socket.once('timeout', () => end())
    socket.once('error', () => end())
  })

const daysUntil = (day: Date): number => Math.trunc((day.getTime() - Date.now()) / DAY_MS)
const fromNow = (days: number): string => (days < 0 ? `hace ${-days} días` : `en ${days} días`)

const certificateFacts = (certificate: PeerCertificate | undefined): Record<string, string | undefined> => {
  if (!certificate) return {}
  const end = new Date(certificate.valid_to)
  return {
    'Certificado de': (certificate.subjectaltname ?? certificate.subject.CN?.toString() ?? '').slice(0, 200),
    'Lo firma': certificate.issuer.O?.toString() ?? certificate.issuer.CN?.toString(),
    'Vence el': `${end.toISOString().slice(0, 10)} (${fromNow(daysUntil(end))})`,
  }
}

const isHealth = (body: string): boolean => {
  try {
    return JSON.parse(body).status === 'ok'
  } catch {
    return false
  }
}

/** @param publicUrl http or https */
export const tryAddress = async (publicUrl: string): Promise<SetupReport> => {
  const url = new URL(`${publicUrl.replace(/(?<!\/)\/+$/, '')}/health/live`)
  const secure = url.protocol === 'https:'
  const certificate = secure ? await certificateOf(url) : undefined
  const facts = certificateFacts(certificate)
  try {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(WITHIN_MS) })
    const text = await body.text()
    if (statusCode >= 300 && statusCode < 400)
      return failed(
        `La dirección lleva a otra (HTTP ${statusCode}).`,
        'Escriba la dirección a la que lleva, que es la que verán sus usuarios.',
        facts,
      )
    if (statusCode !== 200 || !isHealth(text))
      return failed(
        `En esa dirección responde otra cosa que Padrón (HTTP ${statusCode}).`,
        'Revise a qué servidor apunta el proxy, y que le pase todas las rutas.',
        facts,
      )
    const soon = certificate && daysUntil(new Date(certificate.valid_to)) < SOON_DAYS
    const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
    const advice = secure ? (soon ? 'El certificado vence pronto: renuévelo.' : SEEN_FROM) : isLocal ? null : IN_CLEAR
    return passed('La dirección responde y es de Padrón.', facts, advice)
  } catch (error) {
    const { name } = error as Error
    const code = name === 'TimeoutError' ? 'ETIMEDOUT' : codeOf(error)
    const [summary, advice] = CAUSES[code] ?? [
      `La dirección no responde: ${trialErrorText(error)}.`,
      'Revise la dirección, el proxy y el cortafuegos.',
    ]
    return failed(summary, advice, facts)
  }
}
