// The link from a figure to its vehicles: the catalogue's address with the figure's query. Users who may not see
// vehicles get no link.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useCallback } from 'react'
import { stringifySearch } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import { searchOfQuery } from '../catalogue/filters.ts'

type LinkProps = { href: string; onClick: (event: MouseEvent) => void }
export type LinkTo = (query: FleetQuery | null | undefined) => LinkProps | undefined

/** A click that opens another tab or window. */
const isElsewhere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey

/** @returns the props that make an element, also in SVG, a link to the catalogue; undefined without vehicles to open */
export const useCatalogueLink = (): LinkTo => {
  const navigate = useNavigate()
  const reads = useCan('vehicles_read')
  return useCallback(
    (query) => {
      if (!query || !reads) return undefined
      const search = searchOfQuery(query)
      return {
        href: `/${stringifySearch(search)}`,
        onClick: (event) => {
          if (isElsewhere(event)) return
          event.preventDefault()
          void navigate({ to: '/', search: search as never })
        },
      }
    },
    [navigate, reads],
  )
}
