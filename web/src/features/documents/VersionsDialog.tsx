// The files that a document has had, the current one first; each can be opened.
import { documents } from '@padron/contract/documents'
import type { Document, DocumentFile } from '@padron/contract/documents/shapes'
import { useCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { sizeText } from '../../lib/size-text.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { When } from '../../ui/When.tsx'
import { mediaWord } from './document-texts.ts'
import { FileButtons } from './FileButtons.tsx'
import type { PreviewFile } from './preview/PreviewDialog.tsx'

const SCANS = { clean: 'revisado por el antivirus', unchecked: 'sin revisión de antivirus' } as const

type Props = {
  document: Document
  clock: Clock
  onShow: (file: PreviewFile) => void
  onClose: () => void
}

export const VersionsDialog = ({ document, clock, onShow, onClose }: Props) => {
  const { documentId, documentName } = document
  const list = useCall(documents.files, { params: { documentId: `${documentId}` } })
  const line = (file: DocumentFile) => {
    const { fileVersion, fileName, mediaType, size, who, uploadedAt, current, preview, scan } = file
    return (
      <li key={fileVersion} className="version row-wrap ruled">
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
        <FileButtons
          documentName={documentName}
          name={`la versión ${fileVersion}`}
          hasPreview={preview !== null}
          list={list}
          find={({ files }) => files.find((one) => one.fileVersion === fileVersion)}
          onShow={onShow}
        />
      </li>
    )
  }
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={documents.files.fails} query={list} />
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
