// The catalogue's last filter in this browser: its query, its words, and its number of vehicles.
import { ACTIVE } from '@padron/contract/assets'
import { catalogue } from '@padron/contract/catalogue'
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import { useState } from 'react'
import { z } from 'zod/mini'
import { useQuietCall } from '../../api/use-call.ts'
import { isFiltered } from '../../lib/list-search.ts'
import { recall } from '../../lib/memory.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { chips } from './filters/chips.ts'
import { forReader } from './filters/owed-filters.ts'
import { useFilterNames } from './filters/use-filter-names.ts'
import { fleetQuery } from './filters.ts'
import { CatalogueSearch } from './search.ts'

const ACTIVE_FLEET: FleetQuery = { vehicleClass: { assetHistoric: { assetStatusId: [ACTIVE] } } }

export type FleetChoice = { query: FleetQuery; text: string; total: number | undefined }

const useTotal = ({ vehicleClass, dateFilters }: FleetQuery, off: boolean): number | undefined => {
  const pagination = { page: 1, pageSize: 1, ...(dateFilters && { dateFilters }) }
  return useQuietCall(catalogue.list, { body: { vehicleClass, pagination } }, { off }).data?.totalCount
}

/** @returns the active fleet, and the last filter if it differs; nothing without permission for the catalogue */
export const useFleetChoices = (): { fleet: FleetChoice; filter: FleetChoice | undefined } => {
  const { userId, country } = useUser()
  const reads = useCan('vehicles_read')
  const canReadDocuments = useCan('documents_read')
  const { names } = useFilterNames()
  const [search] = useState(() => {
    const last = z.safeParse(CatalogueSearch, recall(userId, 'catalogue-filters'))
    return last.success ? forReader(last.data, canReadDocuments) : undefined
  })
  const filtered = reads && search !== undefined && isFiltered(search)
  const query = filtered ? fleetQuery(search, country) : ACTIVE_FLEET
  const fleetTotal = useTotal(ACTIVE_FLEET, !reads)
  const filterTotal = useTotal(query, !filtered)
  const text = filtered
    ? chips(search, country, names)
        .map(({ label, value }) => `${label}: ${value}`)
        .join(' · ')
    : ''
  return {
    fleet: { query: ACTIVE_FLEET, text: 'Toda la flota activa', total: fleetTotal },
    filter: filtered ? { query, text: text || 'Todos los estatus', total: filterTotal } : undefined,
  }
}
