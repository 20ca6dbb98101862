// The saved view that the address names, on a screen: its filter and order are in the address too, its columns count
// while it is open. An address with nothing but the view gets the rest from it.
import { type Columns, type SavedView, views } from '@padron/contract/views'
import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'

type Props = {
  viewId: number | undefined
  /** The address holds no filter and no order. */
  bare: boolean
  /** Puts a view's filter and order into the address, over the current entry. */
  apply: (view: SavedView) => void
  /** Takes the view out of the address. */
  leave: () => void
}

const GONE = 'La vista ya no existe o dejó de estar compartida con usted.'

/** Whether another screen is already on its way, whose address is none of this one's business. */
const useIsLeaving = () => {
  const router = useRouter()
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return useCallback(() => router.latestLocation.pathname !== path, [router, path])
}

export const useOpenView = ({ viewId, bare, apply, leave }: Props) => {
  const { data, isPending, isSuccess } = useQuietCall(views.list, {}, { off: viewId === undefined })
  const view = data?.views.find((one) => one.viewId === viewId)
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
  useEffect(() => {
    if (!gone || isLeaving()) return
    notify('warning', GONE)
    leave()
  }, [gone, leave, isLeaving])

  const id = view?.viewId
  return {
    view,
    /** Whether what is to be shown is known: not while an address with only the view waits for it. */
    ready: viewId === undefined || !bare || !(isPending || isNew),
    /** The columns while it is open; undefined without an open view. */
    columns: changed && changed.viewId === id ? changed.columns : view?.definition.columns,
    setColumns: useCallback(
      (columns: Columns | null): void => {
        if (id !== undefined) setChanged({ viewId: id, columns })
      },
      [id],
    ),
  }
}
