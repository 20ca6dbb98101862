// The address of "Webhooks": whether one is being added (`new=webhook`) or which one is edited, and whose deliveries
// are open (`entregas=3&estado=failed`).
import { z } from 'zod/mini'
import { searchNumber, searchWord } from '../../lib/search-params.ts'

export const WebhooksSearch = z.object({
  new: searchWord(['webhook']),
  edit: searchNumber(1),
  entregas: searchNumber(1),
  estado: searchWord(['waiting', 'delivered', 'failed']),
})
