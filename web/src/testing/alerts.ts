// An alert for the tests.
import type { Alert } from '@padron/contract/alerts'

export const testAlert = (changes: Partial<Alert> = {}): Alert => ({
  alertId: 1,
  name: 'Adeudo del norte',
  view: { viewId: 3, name: 'Norte' },
  measure: 'debt',
  threshold: 500_000,
  mails: ['ana@norte.mx'],
  channels: [],
  active: true,
  standing: 'below',
  value: 37_500,
  uncertain: 0,
  lookedAt: '2026-11-20T16:00:00Z',
  crossedAt: null,
  crossing: null,
  letters: null,
  troubled: [],
  version: 2,
  ...changes,
})
