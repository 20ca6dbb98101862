// 'Descargar vista': the current view as a workbook, at once; what is too much for that is told with the way out.
import { exports as calls } from '@padron/contract/exports'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { downloadFrom } from '../../lib/download.ts'
import type { CatalogueExportsProps } from './exports.props.ts'

export const useViewDownload = ({ query, sorting, columns }: CatalogueExportsProps) => {
  const { mutate, isPending } = useAction(calls.download, {
    told: isRefusal,
    worked: ({ fileUrl }) => downloadFrom(fileUrl),
  })
  const download = (): void => {
    if (isPending) return
    const onError = (error: Error) => {
      const text = refusalText(error)
      if (text) notify('warning', text)
    }
    mutate({ body: { ...query, pagination: sorting, columns } }, { onError })
  }
  return { download, busy: isPending }
}
