// The search parameters of "Webhooks": a new webhook (`new=webhook`), the one being edited, and the one whose
// deliveries are open (`entregas=3&estado=failed`).
import { z } from 'zod/mini'
import { searchNumber, searchWord } from '../../lib/search-params.ts'

export const WebhooksSearch = z.object({
  new: searchWord(['webhook']),
  edit: searchNumber(1),
  entregas: searchNumber(1),
  estado: searchWord(['waiting', 'delivered', 'failed']),
})
