// The search parameters of "Alertas": a new alert (`new=alert`, with its saved view), or the one being edited.
import { z } from 'zod/mini'
import { searchNumber, searchWord } from '../../lib/search-params.ts'

export const AlertsSearch = z.object({
  new: searchWord(['alert']),
  view: searchNumber(1),
  edit: searchNumber(1),
})
