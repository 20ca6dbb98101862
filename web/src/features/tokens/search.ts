// The address of "Tokens de acceso": whose they are (`tab=empresa`), and whether one is being made (`new=token`).
import { z } from 'zod/mini'
import { searchWord } from '../../lib/search-params.ts'

export const TokensSearch = z.object({ tab: searchWord(['empresa']), new: searchWord(['token']) })
