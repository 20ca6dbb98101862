// The search parameters of the work list: its page.
import { z } from 'zod/mini'
import { searchNumber } from '../../lib/search-params.ts'

export const DIFFERENCES_PATH = '/differences'
export const DifferencesSearch = z.object({ page: searchNumber(1, 100_000) })

export const listQuery = (page: number | undefined) => (page ? { page: `${page}` } : {})
