// The address of "Canales": whether one is being added (`new=channel`) or which one is edited, and whose deliveries are
// open (`entregas=3`).
import { z } from 'zod/mini'
import { searchNumber, searchWord } from '../../lib/search-params.ts'

export const ChannelsSearch = z.object({
  new: searchWord(['channel']),
  edit: searchNumber(1),
  entregas: searchNumber(1),
})
