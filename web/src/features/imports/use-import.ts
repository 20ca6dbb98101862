// One checked file, as it is now: asked again every two seconds while a job of it is under way, and when that has ended,
// whatever it changed.
import { type Import, imports } from '@padron/contract/imports'
import { FLEET } from '@padron/contract/vehicles'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useRef } from 'react'
import { CallerContext } from '../../api/use-call.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { isMoving } from './words.ts'

const EVERY_MS = 2_000
const STALE: readonly string[] = [...FLEET, imports.list.name, imports.rows.name, 'catalogue.basicStats']

const argsOf = (importId: string) => ({ params: { importId } })

/** Asks again and again while somebody waits for it. */
export const useAgain = (waiting: boolean, refetch: () => unknown, everyMs: number): void => {
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => document.hidden || void refetch(), everyMs)
    return () => clearInterval(timer)
  }, [waiting, refetch, everyMs])
}

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

export const useImport = (importId: string) => {
  const queries = useQueryClient()
  const asked = useQuietCall(imports.read, argsOf(importId))
  const told = asked.data?.import
  const moving = told !== undefined && isMoving(told)
  useAgain(moving, asked.refetch, EVERY_MS)
  const before = useRef(moving)
  useEffect(() => {
    if (before.current && !moving)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => STALE.includes(String(queryKey[1])) })
    before.current = moving
  }, [moving, queries])
  return { told, ...asked }
}
