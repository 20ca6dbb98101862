// "Actualizar": requests a screen's list again. If that fails, the old list stays and the failure is reported.
import type { CallRow } from '@padron/contract/call'
import { notifyFailure } from '../../api/notify.ts'
import { Button } from '../Button.tsx'

type RefetchResult = { isError: boolean; error: unknown; data?: unknown }
type Props = {
  list: { isFetching: boolean; refetch: () => Promise<RefetchResult> }
  row: Pick<CallRow, 'fails'>
}

export const RefreshButton = ({ list: { isFetching, refetch }, row }: Props) => {
  const refresh = async (): Promise<void> => {
    const { isError, error, data } = await refetch()
    // Without data on the page the cache has reported it already.
    if (isError && data !== undefined) notifyFailure(error, row)
  }
  return (
    <Button icon="refresh" busy={isFetching} onClick={() => void refresh()}>
      <span>Actualizar</span>
    </Button>
  )
}
