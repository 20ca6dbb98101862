// One checked file, as it is now: asked again every two seconds while a job of it is under way, when somebody comes back to
// the page, and when the server refuses what was asked of it because it is not so any more.
import { type Import, imports } from '@padron/contract/imports'
import { FLEET } from '@padron/contract/vehicles'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useEffectEvent, useRef } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { CallerContext } from '../../api/use-call.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { usePolling } from '../../lib/use-polling.ts'
import { isMoving } from './words.ts'

const EVERY_MS = 2_000
const STALE: readonly string[] = [...FLEET, imports.list.name, imports.rows.name, 'catalogue.basicStats']
const OWN: readonly string[] = [imports.read.name, imports.rows.name, imports.list.name]
const CONFLICT = 409

const argsOf = (importId: string) => ({ params: { importId } })

/** Puts what a call just told of a file where the screen reads it. */
export const useKeepImport = () => {
  const queries = useQueryClient()
  const caller = useContext(CallerContext)
  return useCallback(
    (told: Import): void => {
      queries.setQueryData([caller, imports.read.name, argsOf(told.importId)], { import: told })
    },
    [queries, caller],
  )
}

/** Refused because it is not so any more: another tab, or somebody else, was there first. What is so is asked for. */
export const useReadOnConflict = (): void => {
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || statusOf(event.action.error) !== CONFLICT)
          return
        void queries.invalidateQueries({ predicate: ({ queryKey }) => OWN.includes(String(queryKey[1])) })
      }),
    [queries],
  )
}

/** When somebody comes back to the page, from another tab or another window. */
const useSeenAgain = (then: () => void): void => {
  const seen = useEffectEvent(() => document.hidden || then())
  useEffect(() => {
    const note = (): void => void seen()
    addEventListener('focus', note)
    document.addEventListener('visibilitychange', note)
    return () => {
      removeEventListener('focus', note)
      document.removeEventListener('visibilitychange', note)
    }
  }, [])
}

export const useImport = (importId: string) => {
  const queries = useQueryClient()
  const asked = useQuietCall(imports.read, argsOf(importId))
  const told = asked.data?.import
  usePolling(told !== undefined && isMoving(told), asked.refetch, EVERY_MS)
  useSeenAgain(() => void asked.refetch({ cancelRefetch: false }))
  // As it was last: another state or another check has other rows, and may have changed the fleet.
  const now = told && `${told.state} ${told.checkId}`
  const before = useRef(now)
  useEffect(() => {
    if (before.current && before.current !== now)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => STALE.includes(String(queryKey[1])) })
    before.current = now
  }, [now, queries])
  return { told, ...asked }
}
