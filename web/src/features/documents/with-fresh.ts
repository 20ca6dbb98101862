// The addresses of a document's file are signed for a quarter of an hour: older ones are asked for anew before they are used.
import { notify } from '../../api/notify.ts'
import { STILL_GOOD_MS } from '../../lib/address-age.ts'

const GONE = 'El documento ya no está, o no se pudo abrir. Vuelva a intentarlo.'

type Answer<D> = { isError: boolean; data?: D | undefined }
type List<D> = Answer<D> & { dataUpdatedAt: number; refetch: () => Promise<Answer<D>> }

/** Acts on one of a list, whose addresses are good; says where it is gone, or could not be asked for. */
export const withFresh = async <D, T>(
  list: List<D>,
  find: (data: D) => T | undefined,
  act: (found: T) => void,
): Promise<void> => {
  const isGood = Date.now() - list.dataUpdatedAt < STILL_GOOD_MS
  const { isError, data } = isGood ? { ...list, isError: false } : await list.refetch()
  // What was there before is what comes with a failure.
  const found = isError || data === undefined ? undefined : find(data)
  if (found) act(found)
  else notify('warning', GONE)
}
