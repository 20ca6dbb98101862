// Valid addresses of a webhook: not private, without a password, without another service's port; a typed address keeps
// its meaning.
import { WEBHOOK_TEXTS } from '@padron/contract/webhooks'
import { describe, expect, it } from 'vitest'
import { readWebhookUrl } from './url.ts'

describe('an address of a webhook', () => {
  it.each([
    ['https://erp.ejemplo.mx/padron?cual=1', 'https://erp.ejemplo.mx/padron?cual=1'],
    ['  https://erp.ejemplo.mx:8443/a#b ', 'https://erp.ejemplo.mx:8443/a'],
    ['https://camión.mx/', 'https://xn--camin-3ta.mx/'],
    ['https://203.0.113.7/', 'https://203.0.113.7/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ])('%s is stored as %s', (typed, expected) => {
    expect(readWebhookUrl(typed, false)).toMatchObject({ url: expected })
  })

  it.each([
    ['', WEBHOOK_TEXTS.url],
    ['erp.ejemplo.mx', WEBHOOK_TEXTS.url],
    ['http://erp.ejemplo.mx/', WEBHOOK_TEXTS.url],
    ['ftp://erp.ejemplo.mx/', WEBHOOK_TEXTS.url],
    ['javascript:alert(1)', WEBHOOK_TEXTS.url],
    ['https:erp.ejemplo.mx', WEBHOOK_TEXTS.url],
    ['https://erp.ejemplo.mx/a\r\nX-Otro: 1', WEBHOOK_TEXTS.url],
    ['https://erp.ejemplo.mx\\@10.0.0.1/', WEBHOOK_TEXTS.url],
    ['https://erp.ejemplo .mx/', WEBHOOK_TEXTS.url],
    [`https://erp.ejemplo.mx/${'ñ'.repeat(200)}`, WEBHOOK_TEXTS.url],
    ['https://yo:clave@erp.ejemplo.mx/', WEBHOOK_TEXTS.credentials],
    ['https://@erp.ejemplo.mx/', WEBHOOK_TEXTS.credentials],
    ['https://localhost/', WEBHOOK_TEXTS.privateUrl],
    ['https://x.localhost/', WEBHOOK_TEXTS.privateUrl],
    ['https://intranet/', WEBHOOK_TEXTS.privateUrl],
    ['https://bd.internal./', WEBHOOK_TEXTS.privateUrl],
    ['https://127.0.0.1/', WEBHOOK_TEXTS.privateUrl],
    ['https://2130706433/', WEBHOOK_TEXTS.privateUrl],
    ['https://0x7f.1/', WEBHOOK_TEXTS.privateUrl],
    ['https://169.254.169.254/latest/meta-data', WEBHOOK_TEXTS.privateUrl],
    ['https://[::1]/', WEBHOOK_TEXTS.privateUrl],
    ['https://[::ffff:10.0.0.1]/', WEBHOOK_TEXTS.privateUrl],
    ['https://[fd00::1]/', WEBHOOK_TEXTS.privateUrl],
    ['https://erp.ejemplo.mx:22/', WEBHOOK_TEXTS.port],
    ['https://erp.ejemplo.mx:80/', WEBHOOK_TEXTS.port],
  ])('%j is rejected: %s', (typed, fault) => {
    expect(readWebhookUrl(typed, false)).toEqual({ fault })
  })

  it('may be private and without TLS if the installation allows it', () => {
    expect(readWebhookUrl('http://127.0.0.1:9/x', true)).toMatchObject({ host: '127.0.0.1:9' })
    expect(readWebhookUrl('http://yo:clave@intranet/', true)).toEqual({ fault: WEBHOOK_TEXTS.credentials })
  })
})
