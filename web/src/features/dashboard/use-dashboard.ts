// The statistics as they stand, and again every few seconds while they are being worked out; what is shown stays until the new ones are there.
import { dashboard } from '@padron/contract/dashboard'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { usePolling } from '../../lib/use-polling.ts'

const AGAIN_MS = 1500
const NONE_YET_MS = 30_000

export const useDashboard = () => {
  const list = useCall(dashboard.read, {})
  const order = useAction(dashboard.refresh)
  const refreshing = order.isPending || list.data?.dashboard.refreshing === true
  const none = list.data?.dashboard.statistics === null
  usePolling(refreshing || none, list.refetch, refreshing ? AGAIN_MS : NONE_YET_MS)
  return { list, refreshing, refresh: () => void order.mutate({}) }
}
export type Asked = ReturnType<typeof useDashboard>
