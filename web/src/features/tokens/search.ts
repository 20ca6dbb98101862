// The address of "Tokens de acceso": whose they are (`tab=empresa`, `tab=servicio`), and whether a token or a service
// account is being made (`new=token`, `new=cuenta`).
import { z } from 'zod/mini'
import { searchWord } from '../../lib/search-params.ts'

export const TokensSearch = z.object({
  tab: searchWord(['empresa', 'servicio']),
  new: searchWord(['token', 'cuenta']),
})
