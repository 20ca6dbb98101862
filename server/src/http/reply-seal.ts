// Seals replies with a secret before they are stored for repeated calls.
import { openSealed, type Secrets, seal } from '../secrets/sealing.ts'
import type { ReplySeal } from './idempotency.ts'

const boundTo = (tenantId: number): string => `reply ${tenantId}`

export const replySealOf = (secrets: Secrets): ReplySeal => ({
  seal: (tenantId, text) => seal(secrets, boundTo(tenantId), text),
  open: (tenantId, sealed) => openSealed(secrets, boundTo(tenantId), sealed),
})
