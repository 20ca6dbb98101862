// One source as the server tells of it.
import type { Reply } from '@padron/contract/call'
import type { health } from '@padron/contract/health'

export type Source = Reply<typeof health.resource>
