import { NewWebhook, WEBHOOK_TEXTS } from '@padron/contract/webhooks'
import { expect, test } from 'vitest'
import { testWebhook } from '../../testing/webhooks.ts'
import { schemaFaults } from '../../ui/form/faults.ts'
import { NEW, toWebhookValues, urlFaults, WebhookDraft, withEvent } from './webhook-values.ts'

test('missing values are reported', () => {
  expect({ ...schemaFaults(NewWebhook, NEW), ...urlFaults(NEW) }).toEqual({
    name: WEBHOOK_TEXTS.noName,
    url: WEBHOOK_TEXTS.url,
    events: WEBHOOK_TEXTS.noEvent,
  })
})

test.each([
  ['erp.mx', WEBHOOK_TEXTS.url],
  ['ftp://erp.mx', WEBHOOK_TEXTS.url],
  ['https://ana:clave@erp.mx', WEBHOOK_TEXTS.credentials],
  ['https://erp.mx:8443/x?y=1', undefined],
])('the address %s: %s', (url, fault) => expect(urlFaults({ url }).url).toBe(fault))

test('events have a fixed order, and unknown ones are dropped', () => {
  expect(withEvent(['job.finished'], 'debt.found', true)).toEqual(['debt.found', 'job.finished'])
  expect(withEvent(['debt.found', 'job.finished'], 'debt.found', false)).toEqual(['job.finished'])
  const events = ['debt.found', 'vehicle.updated']
  expect(toWebhookValues(testWebhook({ events: ['vehicle.updated', 'gone', 'debt.found'] })).events).toEqual(events)
  expect(WebhookDraft.shape.events.parse(['vehicle.updated', 'gone', 7, 'debt.found'])).toEqual(events)
})
