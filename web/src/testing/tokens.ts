// A token and a service account for the tests.
import type { ServiceAccount } from '@padron/contract/service-accounts'
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

export const testServiceAccount = (changes: Partial<ServiceAccount> = {}): ServiceAccount => {
  const { tokenId: _, ...token } = testToken({ name: 'ERP' })
  return {
    ...token,
    serviceAccountId: 7,
    addresses: [],
    createdBy: 'norte-ana',
    formerUntil: null,
    lastRefusedAt: null,
    lastRefusedAddress: null,
    revokedAt: null,
    revokedBy: null,
    version: 3,
    ...changes,
  }
}
