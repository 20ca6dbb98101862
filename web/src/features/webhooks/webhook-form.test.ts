import { WEBHOOK_TEXTS } from '@padron/contract/webhooks'
import { expect, test } from 'vitest'
import { testWebhook } from './test-webhook.ts'
import { bodyOf, draftOf, faultsOf, NEW_DRAFT, readDraft, withEvent } from './webhook-form.ts'

const GOOD = { name: ' ERP ', url: ' https://erp.mx/x ', events: ['debt.found'] as const, active: true }

test('what is missing is said; what is sent is trimmed', () => {
  expect(faultsOf(NEW_DRAFT)).toEqual({
    name: WEBHOOK_TEXTS.noName,
    url: WEBHOOK_TEXTS.url,
    events: WEBHOOK_TEXTS.noEvent,
  })
  expect(bodyOf(NEW_DRAFT)).toBeUndefined()
  expect(bodyOf(GOOD)).toEqual({ name: 'ERP', url: 'https://erp.mx/x', events: ['debt.found'], active: true })
})

test.each([
  ['erp.mx', WEBHOOK_TEXTS.url],
  ['ftp://erp.mx', WEBHOOK_TEXTS.url],
  ['https://ana:clave@erp.mx', WEBHOOK_TEXTS.credentials],
  ['https://erp.mx:8443/x?y=1', undefined],
])('the address %s: %s', (url, fault) => expect(faultsOf({ ...GOOD, url }).url).toBe(fault))

test('events keep their order, and one that is no more is dropped', () => {
  expect(withEvent(['job.finished'], 'debt.found', true)).toEqual(['debt.found', 'job.finished'])
  expect(withEvent(['debt.found', 'job.finished'], 'debt.found', false)).toEqual(['job.finished'])
  expect(draftOf(testWebhook({ events: ['vehicle.updated', 'gone', 'debt.found'] })).events).toEqual([
    'debt.found',
    'vehicle.updated',
  ])
})

test('a kept draft is read as far as it fits', () => {
  expect(readDraft({ name: 'x'.repeat(99), url: 7, events: ['gone', 'debt.found'] })).toEqual({
    name: 'x'.repeat(60),
    url: '',
    events: ['debt.found'],
    active: true,
  })
  expect(readDraft('nada')).toEqual(NEW_DRAFT)
})
