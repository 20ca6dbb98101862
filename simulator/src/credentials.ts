// The fixed demonstration credentials in one table. Any other value gets the provider's own 401. They are not secret:
// they work only with this simulator.
import type { IncomingHttpHeaders } from 'node:http'

export const credentials = {
  nubarium: { header: 'authorization', value: `Basic ${Buffer.from('demo:demo').toString('base64')}` },
  verifik: { header: 'authorization', value: 'Bearer demo-verifik' },
  apitude: { header: 'x-api-key', value: 'demo-apitude' },
  placapi: { header: 'x-api-key', value: 'demo-placapi' },
  rapidapi: { header: 'x-rapidapi-key', value: 'demo-rapidapi' },
  'webhook-example': { header: 'x-api-key', value: 'demo-webhook' },
} as const

export const holds =
  (provider: keyof typeof credentials) =>
  (headers: IncomingHttpHeaders): boolean =>
    headers[credentials[provider].header] === credentials[provider].value

/** Open data need no credential. */
export const open = (): boolean => true
