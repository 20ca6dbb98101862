// A filter of the catalogue from a typed sentence: its chips, its address, and the words that were not understood.
// Those are searched among the fleet's holders, because they may be a name.
import { ACTIVE } from '@padron/contract/assets'
import { catalogue } from '@padron/contract/catalogue'
import { localTime } from '@padron/contract/days'
import { useMemo } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import type { Vocabulary } from '../../lib/written-filter/phrases.ts'
import { readWrittenFilter } from '../../lib/written-filter/reader.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { chips } from './filters/chips.ts'
import { forReader } from './filters/owed-filters.ts'
import { useFilterNames } from './filters/use-filter-names.ts'
import { searchOfQuery } from './filters.ts'
import type { CatalogueSearch } from './search.ts'

const WAIT_MS = 300
const NAME_MIN = 3
const NAME_MAX = 100
const NO_NAMES: readonly string[] = []

/** @returns undefined if no part of the text is a filter */
export const useWrittenFilter = (text: string) => {
  const { country } = useUser()
  const reads = useCan('vehicles_read')
  const canReadDocuments = useCan('documents_read')
  const { now, zone } = useClock()
  const today = localTime(new Date(now), zone).day
  const { names, tags } = useFilterNames()
  const known = useMemo<Vocabulary>(() => ({ country, today, tags, holders: NO_NAMES }), [country, today, tags])
  const [longest = ''] = readWrittenFilter(text, known).unknown.toSorted((a, b) => b.length - a.length)
  const like = useDebounced(longest, WAIT_MS)
  // A single word is usually a plate, which the search of vehicles finds.
  const isName = like === longest && like.length >= NAME_MIN && like.length <= NAME_MAX && /\S\s+\S/.test(text)
  const { data } = useQuietCall(
    catalogue.suggestions,
    { query: { field: 'rfcName', like } },
    { off: !reads || !isName },
  )
  const holders = (isName && data?.values) || NO_NAMES
  const { filter, unknown } = useMemo(() => readWrittenFilter(text, { ...known, holders }), [text, known, holders])
  if (!reads || Object.keys(filter).length === 0) return undefined
  const vehicleClass = { assetHistoric: { assetStatusId: [ACTIVE] }, ...filter }
  const search = forReader(searchOfQuery({ vehicleClass }) as CatalogueSearch, canReadDocuments)
  return {
    search,
    unknown,
    chips: chips(search, country, names).filter(({ key }) => key !== 'status' || filter.assetHistoric),
  }
}

/** 'No entendí: «xyz», «abc»'. */
export const unknownWords = (unknown: readonly string[]): string =>
  unknown.length ? `No entendí: ${unknown.map((text) => `«${text}»`).join(', ')}` : ''
