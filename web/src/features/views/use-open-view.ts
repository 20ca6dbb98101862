// The saved view in the address of a screen: its filter and order are in the address too, its columns apply while it is
// open. An address with only the view gets the rest from it.
import { type Columns, type SavedView, views } from '@padron/contract/views'
import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'

type Props = {
  viewId: number | undefined
  /** Whether the address has neither filter nor order. */
  bare: boolean
  /** Writes a view's filter and order into the address, replacing the current entry. */
  apply: (view: SavedView) => void
  /** Removes the view from the address. */
  leave: () => void
}

const GONE = 'La vista ya no existe o dejó de estar compartida con usted.'
export const UNREADABLE = 'Su filtro no se puede leer en esta versión.'

/** Whether a navigation to another screen is pending, whose address must not be read. */
const useIsLeaving = () => {
  const router = useRouter()
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return useCallback(() => router.latestLocation.pathname !== path, [router, path])
}

export const useOpenView = ({ viewId, bare, apply, leave }: Props) => {
  const { data, isPending, isSuccess } = useQuietCall(views.list, {}, { off: viewId === undefined })
  const found = data?.views.find((one) => one.viewId === viewId)
  const view = found?.unreadable ? undefined : found
  const isLeaving = useIsLeaving()
  const [appliedTo, setAppliedTo] = useState<number>()
  const [changed, setChanged] = useState<{ viewId: number; columns: Columns | null }>()
  const isNew = view !== undefined && appliedTo !== view.viewId

  useEffect(() => {
    if (viewId === undefined) {
      setAppliedTo(undefined)
      setChanged(undefined)
    }
  }, [viewId])
  useEffect(() => {
    if (!isNew || isLeaving()) return
    setAppliedTo(view.viewId)
    setChanged(undefined)
    if (bare) apply(view)
  }, [isNew, view, bare, apply, isLeaving])
  const gone = viewId !== undefined && isSuccess && !view
  const why = found ? `La vista «${found.name}» no se abre. ${UNREADABLE}` : GONE
  useEffect(() => {
    if (!gone || isLeaving()) return
    notify('warning', why)
    leave()
  }, [gone, why, leave, isLeaving])

  const id = view?.viewId
  return {
    view,
    /** Whether the content is known: false while an address with only the view is being completed. */
    ready: viewId === undefined || !bare || !(isPending || isNew),
    /** The columns of the open view; undefined without one. */
    columns: changed && changed.viewId === id ? changed.columns : view?.definition.columns,
    setColumns: useCallback(
      (columns: Columns | null): void => {
        if (id !== undefined) setChanged({ viewId: id, columns })
      },
      [id],
    ),
  }
}
