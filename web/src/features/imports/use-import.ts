// One checked file, up to date: reloaded every two seconds while a job of it is running, when the page becomes visible
// again, and when the server reports a conflict.
import type { Args, Reply } from '@padron/contract/call'
import { type Import, imports } from '@padron/contract/imports'
import { FLEET } from '@padron/contract/vehicles'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { CallerContext, useQuietCall } from '../../api/use-call.ts'
import { usePolling } from '../../lib/use-polling.ts'
import { isMoving } from './import-texts.ts'

const EVERY_MS = 2_000
const STALE: readonly string[] = [...FLEET, imports.list.name, imports.rows.name, 'catalogue.basicStats']
const OWN: readonly string[] = [imports.read.name, imports.rows.name, imports.list.name]
const CONFLICT = 409

const argsOf = (importId: string) => ({ params: { importId } })

/** Stores the file of a reply in the query cache. */
export const useKeepImport = () => {
  const queries = useQueryClient()
  const caller = useContext(CallerContext)
  return (file: Import): void => {
    queries.setQueryData([caller, imports.read.name, argsOf(file.importId)], { import: file })
  }
}

type ImportCall = (typeof imports)['apply' | 'discard' | 'map' | 'recheck' | 'undo']

/** Calls an action of a file: stores the file of the reply, and reloads the file after a conflict (409). */
export const useImportAction = <R extends ImportCall>(row: R, onSuccess: (reply: Reply<R>, args: Args<R>) => void) => {
  const queries = useQueryClient()
  const keep = useKeepImport()
  const { mutate, isPending, error } = useAction<R>(row, {
    onFailure: (failure) => {
      if (statusOf(failure) === CONFLICT)
        void queries.invalidateQueries({ predicate: ({ queryKey }) => OWN.includes(String(queryKey[1])) })
      return isRefusal(failure)
    },
    onSuccess: (reply, args) => {
      keep(reply.import)
      onSuccess(reply, args)
    },
  })
  return { mutate, busy: isPending, error: refusalText(error) }
}

/** Calls `then` when the page becomes visible or its window gets the focus. */
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
  const reading = useQuietCall(imports.read, argsOf(importId))
  const file = reading.data?.import
  usePolling(file !== undefined && isMoving(file), reading.refetch, EVERY_MS)
  useSeenAgain(() => void reading.refetch({ cancelRefetch: false }))
  // Another state or another check has other rows, and may have changed the fleet.
  const now = file && `${file.state} ${file.checkId}`
  const before = useRef(now)
  useEffect(() => {
    if (before.current && before.current !== now)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => STALE.includes(String(queryKey[1])) })
    before.current = now
  }, [now, queries])
  return { file, ...reading }
}
