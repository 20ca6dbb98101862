// The headers of every answer: page, file, JSON or refusal. Only the page has inline styles, allowed by a nonce that is
// new each time.
import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const nonces = new WeakMap<object, string>()
/** @param response the raw response: an answer has one nonce, in its header and in its page */
export const nonceOf = (response: object): string => {
  const nonce = nonces.get(response) ?? randomBytes(16).toString('base64')
  nonces.set(response, nonce)
  return nonce
}

// No inline script and no style attribute is ever allowed; scripts set styles through the object model.
const policy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src-elem': ["'self'", (_request: unknown, response: object) => `'nonce-${nonceOf(response)}'`],
  'style-src-attr': ["'none'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
}

const INLINE = "'unsafe-inline'"
/**
 * The policy of /api/docs differs in styles only: the viewer writes style elements without a nonce, and style
 * attributes. Scripts stay as strict, and no other host is contacted.
 */
export const DOCS_POLICY = Object.entries({
  ...policy,
  'style-src-elem': ["'self'", INLINE],
  'style-src-attr': [INLINE],
})
  .map(([name, sources]) => `${name} ${sources.join(' ')}`)
  .join(';')

/** Browser features that the console never uses, and that injected code must not use. */
const PERMISSIONS = [
  'accelerometer',
  'bluetooth',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((each) => `${each}=()`)
  .concat('camera=(self)') // the console reads plates and VINs with it
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)') // passkeys
  .join(', ')

const TWO_YEARS_SECONDS = 63_072_000

/**
 * @param publicUrl the address that people use: if it is https, the headers make browsers use only https. Subdomains
 * are not included, because they belong to the operator
 */
export const secureHeaders = async (app: FastifyInstance, publicUrl: string | undefined): Promise<void> => {
  const https = publicUrl?.startsWith('https:') === true
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('permissions-policy', PERMISSIONS)
    next()
  })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: TWO_YEARS_SECONDS, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
  })
}

/**
 * Headers for answers that no hook sees: to unreadable addresses, and to bytes that are not a request. Their clients
 * render nothing.
 */
export const BARE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}
