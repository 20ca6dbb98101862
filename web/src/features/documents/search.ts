// The address of the catalogue of document types: of which one the vehicles that lack it are listed.
import { z } from 'zod/mini'
import { searchNumber } from '../../lib/search-params.ts'

export const DocumentTypesSearch = z.object({ faltan: searchNumber(1) })
