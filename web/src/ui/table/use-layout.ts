// A user's columns of a screen, stored by the server for all their browsers. A change is displayed at once and sent a
// moment later; if that fails it stays here, is reported, and is sent again the next time. The browser's copy is only
// for the first render.
import { type Columns, Columns as ColumnsSchema, views } from '@padron/contract/views'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { statusOf } from '../../api/api-error.ts'
import { ask } from '../../api/client.ts'
import { notify } from '../../api/notify.ts'
import { unauthorised } from '../../api/unauthorised.ts'
import { CallerContext, useQuietCall } from '../../api/use-call.ts'
import { recall, remember } from '../../lib/memory.ts'
import { useUser } from '../../session/user-context.ts'

const WAIT_MS = 600

const StoredLayout = z.object({ columns: z.nullable(ColumnsSchema), unsaved: z.optional(z.boolean()) })
type StoredLayout = z.infer<typeof StoredLayout>
type ScreenName = 'catalogue' | 'users'

export type Layout = {
  /** null: the default columns. */
  columns: Columns | null
  /** Whether the user's choice is known; false during its first request in this browser. */
  ready: boolean
  save: (columns: Columns | null) => void
}

/**
 * Sends the newest layout once it has not changed for a moment, and at the latest when the screen unmounts. One request
 * at a time: the server stores the last one it receives, which of two parallel ones may be the older.
 */
const useSending = (screen: ScreenName, keep: (stored: StoredLayout) => void) => {
  const waiting = useRef<{ columns: Columns | null }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sending = useRef(false)
  /** Its time came while another request was pending. */
  const due = useRef(false)
  const send = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current)
    due.current = sending.current
    const sent = waiting.current
    if (sending.current || !sent) return
    waiting.current = undefined
    sending.current = true
    try {
      await ask(views.saveLayout, { params: { screen }, body: { columns: sent.columns } })
      if (!waiting.current) keep({ columns: sent.columns })
    } catch (error) {
      unauthorised(error)
      const newer = waiting.current !== undefined
      waiting.current ??= sent
      // The session reports its own end, and a newer save reports its own result.
      if (!newer && statusOf(error) !== 401)
        notify('error', views.saveLayout.fails, {
          about: 'se conservan en este navegador',
          action: { label: 'Reintentar', run: () => void send() },
        })
    } finally {
      sending.current = false
      if (due.current) void send()
    }
  }, [screen, keep])
  useEffect(() => {
    const flush = () => void send()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [send])
  return useCallback(
    (columns: Columns | null, wait = WAIT_MS): void => {
      waiting.current = { columns }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void send(), wait)
    },
    [send],
  )
}

export const useLayout = (screen: ScreenName): Layout => {
  const { userId } = useUser()
  const caller = useContext(CallerContext)
  const queries = useQueryClient()
  const name = `${screen}-layout`
  const [own, setOwn] = useState<StoredLayout | undefined>(() => z.safeParse(StoredLayout, recall(userId, name)).data)
  const touched = useRef(false)
  const keep = useCallback(
    (stored: StoredLayout): void => {
      setOwn(stored)
      remember(userId, name, stored)
    },
    [userId, name],
  )
  const send = useSending(screen, keep)
  const { data, isPending } = useQuietCall(views.layout, { params: { screen } })

  // The server's layout applies, unless a change of this browser was never sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the response arrives
  useEffect(() => {
    if (!data || touched.current) return
    if (own?.unsaved) send(own.columns, 0)
    else keep({ columns: data.columns })
  }, [data])

  const save = useCallback(
    (columns: Columns | null): void => {
      touched.current = true
      keep({ columns, unsaved: true })
      queries.setQueryData([caller, views.layout.name, { params: { screen } }], { columns })
      send(columns)
    },
    [keep, send, queries, caller, screen],
  )
  return { columns: own?.columns ?? null, ready: own !== undefined || !isPending, save }
}
