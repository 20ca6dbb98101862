// The health screen's search parameters: the open source, and whether the states without one are expanded.
import { z } from 'zod/mini'
import { searchNumber, searchWord } from '../../lib/search-params.ts'

export const HealthSearch = z.object({ resource: searchNumber(1), all: searchWord(['si']) })
export type HealthSearch = z.infer<typeof HealthSearch>
