// A webhook and a delivery for the tests.
import type { Delivery, Webhook } from '@padron/contract/webhooks'

export const testWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  webhookId: 1,
  name: 'ERP de compras',
  url: 'https://erp.empresa.mx/padron',
  events: ['debt.found', 'vehicle.updated'],
  active: true,
  offReason: null,
  owner: { userId: 1, username: 'norte-admin', program: null },
  createdAt: '2026-11-01T12:00:00Z',
  deliveries: { delivered: 120, waiting: 2, failed: 1 },
  lastDeliveredAt: '2026-11-22T11:00:00Z',
  lastFailedAt: null,
  version: 2,
  ...changes,
})

export const testDelivery = (changes: Partial<Delivery> = {}): Delivery => ({
  deliveryId: 7,
  eventId: 'evt_7',
  event: 'debt.found',
  createdAt: '2026-11-22T11:00:00Z',
  status: 'delivered',
  attempts: 1,
  nextAt: null,
  lastAt: '2026-11-22T11:00:01Z',
  answered: 200,
  problem: null,
  tookMs: 35,
  body: '{"id":"evt_7","type":"debt.found"}',
  ...changes,
})
