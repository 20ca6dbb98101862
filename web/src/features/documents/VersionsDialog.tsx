// The files that a document has had, the current one first: each can still be read.
import { type Document, type DocumentFile, documents } from '@padron/contract/documents'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { downloadFrom } from '../../lib/download.ts'
import { sizeText } from '../../lib/size-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { When } from '../../ui/When.tsx'
import { mediaWord } from './document-words.ts'
import type { Shown } from './preview/PreviewDialog.tsx'
import { withFresh } from './with-fresh.ts'

const SCANS = { clean: 'revisado por el antivirus', unchecked: 'sin revisión de antivirus' } as const

type LineProps = {
  file: DocumentFile
  clock: Clock
  onShow: () => void
  onDownload: () => void
}

const Line = ({ file, clock, onShow, onDownload }: LineProps): ReactNode => {
  const { fileVersion, fileName, mediaType, size, who, uploadedAt, current, preview, scan } = file
  return (
    <li className="version row-wrap ruled">
      <div className="version__words small narrow">
        <p>
          <strong>Versión {fileVersion}</strong>
          {current && <span className="version__current tiny">Actual</span>}
        </p>
        <p className="break">{fileName}</p>
        <p className="muted">
          {mediaWord(mediaType)}, {sizeText(size)} · {SCANS[scan]} · por {who}
        </p>
      </div>
      <When at={uploadedAt} clock={clock} />
      {preview && (
        <button
          type="button"
          className="button button--small"
          aria-label={`Ver la versión ${fileVersion}`}
          aria-haspopup="dialog"
          onClick={onShow}
        >
          <Icon name="eye" size={15} />
          Ver
        </button>
      )}
      <button
        type="button"
        className="button button--small"
        aria-label={`Descargar la versión ${fileVersion}`}
        onClick={onDownload}
      >
        <Icon name="download" size={15} />
        Descargar
      </button>
    </li>
  )
}

type Props = {
  document: Document
  clock: Clock
  onShow: (shown: Shown) => void
  onClose: () => void
}

export const VersionsDialog = ({ document, clock, onShow, onClose }: Props): ReactNode => {
  const { documentId, documentName } = document
  const list = useCall(documents.files, { params: { documentId: `${documentId}` } })
  const line = (file: DocumentFile): ReactNode => {
    const find = (data: { files: readonly DocumentFile[] }) =>
      data.files.find(({ fileVersion }) => fileVersion === file.fileVersion)
    const download = (): void => void withFresh(list, find, ({ downloadUrl }) => downloadFrom(downloadUrl))
    const show = (): void =>
      void withFresh(list, find, (found) => onShow({ ...found, documentName, onDownload: download }))
    return <Line key={file.fileVersion} file={file} clock={clock} onShow={show} onDownload={download} />
  }
  const content = () => {
    if (list.isError && !list.data)
      return <LoadFailure title={documents.files.fails} error={list.error} onRetry={() => void list.refetch()} />
    if (!list.data)
      return <div role="status" aria-label="Cargando versiones" className="documents-skeleton soft rounded" />
    return (
      <ol className="versions stack gap-10" aria-label={`Versiones de ${documentName}`}>
        {list.data.files.map(line)}
      </ol>
    )
  }
  return (
    <Dialog title={`Versiones de ${documentName}`} shape="wide" onClose={onClose}>
      {content()}
    </Dialog>
  )
}
