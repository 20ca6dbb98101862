// The search parameters of the screen of document types: the type whose missing vehicles are listed.
import { z } from 'zod/mini'
import { searchNumber } from '../../lib/search-params.ts'

export const DocumentTypesSearch = z.object({ faltan: searchNumber(1) })
