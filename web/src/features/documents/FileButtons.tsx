// The buttons that display and download a document's file. Its addresses are signed for fifteen minutes: older ones
// are requested again before they are used.
import type { DocumentFile } from '@padron/contract/documents/shapes'
import { notify } from '../../api/notify.ts'
import { STILL_GOOD_MS } from '../../lib/address-age.ts'
import { downloadFrom } from '../../lib/download.ts'
import { Button } from '../../ui/Button.tsx'
import type { PreviewFile } from './preview/PreviewDialog.tsx'

const GONE = 'El documento ya no está, o no se pudo abrir. Vuelva a intentarlo.'

type FileAddresses = Pick<DocumentFile, 'fileName' | 'preview' | 'documentUrl' | 'downloadUrl'>
type Answer<D> = { isError: boolean; data?: D | undefined }
type List<D> = Answer<D> & { dataUpdatedAt: number; refetch: () => Promise<Answer<D>> }

type Props<D> = {
  documentName: string
  /** The accessible name of what the buttons act on; by default the document's. */
  name?: string
  hasPreview: boolean
  /** The call that returns the file, and how to find the file in its reply. */
  list: List<D>
  find: (data: D) => FileAddresses | undefined
  onShow: (file: PreviewFile) => void
}

export const FileButtons = <D,>(props: Props<D>) => {
  const { documentName, name = documentName, hasPreview, list, find, onShow } = props
  const withFresh = async (act: (file: FileAddresses) => void): Promise<void> => {
    const isGood = Date.now() - list.dataUpdatedAt < STILL_GOOD_MS
    const { isError, data } = isGood ? { ...list, isError: false } : await list.refetch()
    // After a failure `data` still holds the previous reply.
    const file = isError || data === undefined ? undefined : find(data)
    if (file) act(file)
    else notify('warning', GONE)
  }
  const download = (): void => void withFresh(({ downloadUrl }) => downloadFrom(downloadUrl))
  const show = (): void => void withFresh((file) => onShow({ ...file, documentName, onDownload: download }))
  return (
    <>
      {hasPreview && (
        <Button label="Ver" small icon="eye" aria-label={`Ver ${name}`} aria-haspopup="dialog" onClick={show} />
      )}
      <Button label="Descargar" sends small icon="download" aria-label={`Descargar ${name}`} onClick={download} />
    </>
  )
}
