// The search parameters of "Tokens de acceso": the tab (`tab=empresa`, `tab=servicio`), and a new token or service
// account (`new=token`, `new=cuenta`).
import { z } from 'zod/mini'
import { searchWord } from '../../lib/search-params.ts'

export const TokensSearch = z.object({
  tab: searchWord(['empresa', 'servicio']),
  new: searchWord(['token', 'cuenta']),
})
