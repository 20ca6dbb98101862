// The address of "Webhooks": whether one is being added (`new=webhook`), and whose deliveries are open
// (`entregas=3&estado=failed`).
import { z } from 'zod/mini'
import { searchNumber, searchWord } from '../../lib/search-params.ts'

export const WebhooksSearch = z.object({
  new: searchWord(['webhook']),
  entregas: searchNumber(1),
  estado: searchWord(['waiting', 'delivered', 'failed']),
})
