// The address of "Alertas": whether one is being added (`new=alert`, of which saved view), or which one is edited.
import { z } from 'zod/mini'
import { searchNumber, searchWord } from '../../lib/search-params.ts'

export const AlertsSearch = z.object({
  new: searchWord(['alert']),
  view: searchNumber(1),
  edit: searchNumber(1),
})
