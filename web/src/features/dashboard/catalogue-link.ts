// From a figure to the vehicles behind it: the catalogue's address with the figure's own question. Who may not see
// vehicles goes nowhere.
import type { FleetQuery } from '@padron/contract/catalogue'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useCallback } from 'react'
import { stringifySearch } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import { searchOfQuery } from '../catalogue/filters.ts'

type LinkProps = { href: string; onClick: (event: MouseEvent) => void }
export type LinkTo = (query: FleetQuery | null | undefined) => LinkProps | undefined

/** Another tab or window. */
const isElsewhere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey

/**
 * @returns what makes an element, of a drawing too, a link to the catalogue; undefined where there is nothing to go
 * to
 */
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
