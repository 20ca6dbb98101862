// A channel and a message for the tests.
import type { Channel, ChannelDelivery } from '@padron/contract/channels'

export const testChannel = (changes: Partial<Channel> = {}): Channel => ({
  channelId: 1,
  kind: 'slack',
  name: 'Despacho',
  shown: 'hooks.slack.com',
  chat: null,
  thread: null,
  quiet: null,
  active: true,
  offReason: null,
  owner: { userId: 1, username: 'norte-admin' },
  verifiedAt: '2026-11-01T12:00:00Z',
  events: [],
  usedBy: { alerts: ['Adeudo del norte'], reports: [], reminders: 2 },
  deliveries: { delivered: 3, waiting: 0, failed: 0 },
  lastDeliveredAt: '2026-11-22T11:00:00Z',
  lastFailedAt: null,
  version: 2,
  ...changes,
})

export const testMessage = (changes: Partial<ChannelDelivery> = {}): ChannelDelivery => ({
  deliveryId: 7,
  kind: 'alert',
  title: 'Alerta: Adeudo del norte',
  createdAt: '2026-11-22T11:00:00Z',
  status: 'delivered',
  attempts: 1,
  nextAt: null,
  lastAt: '2026-11-22T11:00:01Z',
  answered: 200,
  problem: null,
  tookMs: 35,
  ...changes,
})
