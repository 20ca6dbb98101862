// The search parameters of "Canales": a new channel (`new=channel`), the one being edited, and the one whose messages
// are open (`entregas=3`).
import { z } from 'zod/mini'
import { searchNumber, searchWord } from '../../lib/search-params.ts'

export const ChannelsSearch = z.object({
  new: searchWord(['channel']),
  edit: searchNumber(1),
  entregas: searchNumber(1),
})
