// The statistics as they stand, and again every few seconds while they are being worked out; what is shown stays until the new ones are there.
import { dashboard } from '@padron/contract/dashboard'
import { useEffect } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'

const AGAIN_MS = 1500
const NONE_YET_MS = 30_000

export const useDashboard = () => {
  const list = useCall(dashboard.read, {})
  const order = useAction(dashboard.refresh)
  const refreshing = order.isPending || list.data?.dashboard.refreshing === true
  const none = list.data?.dashboard.statistics === null
  const again = refreshing ? AGAIN_MS : none ? NONE_YET_MS : undefined
  const { refetch } = list
  useEffect(() => {
    if (again === undefined) return
    const timer = setInterval(() => void refetch(), again)
    return () => clearInterval(timer)
  }, [again, refetch])
  return { list, refreshing, refresh: () => void order.mutate({}) }
}
export type Asked = ReturnType<typeof useDashboard>
