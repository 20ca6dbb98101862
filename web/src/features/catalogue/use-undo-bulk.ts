// Undoing a bulk change, from its notice or from the recent ones. Vehicles that somebody changed since stay as they are,
// and are named.
import type { Reply } from '@padron/contract/call'
import { vehicles } from '@padron/contract/vehicles'
import { useCallback } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { vehiclesText } from './bulk-kinds.ts'

const NAMED = 5

export const undoneText = ({ restored, kept, keptCount }: Reply<typeof vehicles.undoBulk>): string => {
  const back = `${restored === 1 ? 'Se restauró' : 'Se restauraron'} ${vehiclesText(restored)}.`
  if (!keptCount) return back
  const named = kept.slice(0, NAMED).map(({ plate }) => plate)
  const list = `${named.join(', ')}${keptCount > named.length ? '…' : ''}`
  const stay =
    keptCount === 1 ? 'se quedó como está porque alguien lo cambió' : 'se quedaron como están porque alguien los cambió'
  return `${back} ${vehiclesText(keptCount)} ${stay} después: ${list}`
}

export const useUndoBulk = (): ((bulkId: string) => void) => {
  const { mutateAsync } = useAction(vehicles.undoBulk, {
    // Too late, or undone already: the product says which.
    told: (error) => {
      const known = statusOf(error) === 409 || statusOf(error) === 422
      if (known) notify('warning', error.message)
      return known
    },
    worked: (reply) => notify(reply.keptCount ? 'warning' : 'done', undoneText(reply)),
  })
  return useCallback((bulkId) => void mutateAsync({ params: { bulkId } }).catch(() => {}), [mutateAsync])
}
