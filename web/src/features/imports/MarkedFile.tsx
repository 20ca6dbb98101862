// A file that belongs to a checked one. Its address is signed for a quarter of an hour: where that is nearly over, it is asked for anew.
import type { Reply } from '@padron/contract/call'
import { type Import, imports } from '@padron/contract/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { ask } from '../../api/client.ts'
import { notify } from '../../api/notify.ts'
import { CallerContext } from '../../api/use-call.ts'
import { STILL_GOOD_MS } from '../../lib/address-age.ts'
import { downloadFrom } from '../../lib/download.ts'

const GONE = 'El archivo ya no está, o no se pudo descargar. Vuelva a intentarlo.'

export const useDownload = (importId: string, urlOf: (told: Import) => string | null | undefined): (() => void) => {
  const queries = useQueryClient()
  const caller = useContext(CallerContext)
  const args = { params: { importId } }
  const queryKey = [caller, imports.read.name, args]
  const take = (said: Reply<typeof imports.read> | undefined): void => {
    const url = said && urlOf(said.import)
    if (url) downloadFrom(url)
    else notify('warning', GONE)
  }
  const queryFn = () => ask(imports.read, args)
  return () => {
    const { data, dataUpdatedAt = 0 } = queries.getQueryState<Reply<typeof imports.read>>(queryKey) ?? {}
    if (Date.now() - dataUpdatedAt < STILL_GOOD_MS) take(data)
    else void queries.fetchQuery({ queryKey, queryFn, staleTime: 0 }).then(take, () => take(undefined))
  }
}
