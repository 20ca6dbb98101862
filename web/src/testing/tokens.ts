// A token for the tests.
import type { Token } from '@padron/contract/tokens'

const DAY = 86_400_000
export const after = (days: number): string => new Date(Date.now() + days * DAY).toISOString()

export const testToken = (changes: Partial<Token> = {}): Token => ({
  tokenId: 1,
  name: 'ERP de compras',
  ending: 'k7Qz',
  permissions: ['vehicles_read'],
  createdAt: after(-3),
  expiresAt: after(40),
  lastUsedAt: null,
  lastUsedAddress: null,
  status: 'active',
  ...changes,
})
