// Downloads of the files that belong to a checked one. Their addresses are signed for fifteen minutes: one about to
// expire is requested again.
import type { Reply } from '@padron/contract/call'
import { type Import, imports } from '@padron/contract/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { ask } from '../../api/client.ts'
import { notify } from '../../api/notify.ts'
import { CallerContext } from '../../api/use-call.ts'
import { STILL_GOOD_MS } from '../../lib/address-age.ts'
import { downloadFrom } from '../../lib/download.ts'
import { MarkedFileButton } from '../../ui/domain/MarkedFileButton.tsx'

const GONE = 'El archivo ya no está, o no se pudo descargar. Vuelva a intentarlo.'

export const useDownload = (importId: string, urlOf: (file: Import) => string | null | undefined): (() => void) => {
  const queries = useQueryClient()
  const caller = useContext(CallerContext)
  const args = { params: { importId } }
  const queryKey = [caller, imports.read.name, args]
  const save = (reply: Reply<typeof imports.read> | undefined): void => {
    const url = reply && urlOf(reply.import)
    if (url) downloadFrom(url)
    else notify('warning', GONE)
  }
  return () => {
    const { data, dataUpdatedAt = 0 } = queries.getQueryState<Reply<typeof imports.read>>(queryKey) ?? {}
    if (Date.now() - dataUpdatedAt < STILL_GOOD_MS) save(data)
    else
      void queries
        .fetchQuery({ queryKey, queryFn: () => ask(imports.read, args), staleTime: 0 })
        .then(save, () => save(undefined))
  }
}

/** The workbook with its errors marked, if the check wrote one. */
export const MarkedFile = ({ file }: { file: Import }) => {
  const download = useDownload(file.importId, ({ fileUrl }) => fileUrl)
  return <MarkedFileButton onDownload={file.fileUrl ? download : undefined} />
}
