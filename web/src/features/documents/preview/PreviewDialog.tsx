// Displays a file inside the console: a PDF in the console's own reader, an image as it is.
import type { DocumentFile } from '@padron/contract/documents/shapes'
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useBackCloses } from '../../../lib/use-back-closes.ts'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { isWebAddress } from '../../../lib/web-address.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Message } from '../../../ui/Message.tsx'
import { type Zoom, ZoomButtons } from '../../../ui/pdf/ZoomButtons.tsx'
import '../../../ui/pdf/preview.css'
import { Button } from '../../../ui/Button.tsx'

const PdfView = lazy(() => import('../../../ui/pdf/PdfView.tsx').then((m) => ({ default: m.PdfView })))

/** An image: fitted to the dialog at first, with zoom. */
const ImageView = ({ url, name, tools }: { url: string; name: string; tools: HTMLElement | null }) => {
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [natural, setNatural] = useState(0)
  const [fitted, setFitted] = useState(1)
  const [failed, setFailed] = useState(false)
  if (failed) return <Message alert title="No se pudo mostrar esta imagen; descárguela." />
  return (
    <>
      {tools &&
        createPortal(
          <ZoomButtons zoom={zoom === 'fit' ? fitted : zoom} fitted={zoom === 'fit'} onZoom={setZoom} />,
          tools,
        )}
      <section
        className="document-preview__box ring-inside fill text-center scroll pad-16 relative"
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        <img
          src={url}
          alt={name}
          className={
            zoom === 'fit' ? 'document-preview__picture document-preview__picture--fit' : 'document-preview__picture'
          }
          {...(zoom !== 'fit' && natural > 0 && { style: { width: `${natural * zoom}px` } })}
          onLoad={({ currentTarget: { naturalWidth, clientWidth } }) => {
            setNatural(naturalWidth)
            if (naturalWidth > 0) setFitted(clientWidth / naturalWidth)
          }}
          onError={() => setFailed(true)}
        />
      </section>
    </>
  )
}

/** The file to display, with the name of its document. */
export type PreviewFile = Pick<DocumentFile, 'fileName' | 'preview' | 'documentUrl'> & {
  documentName: string
  /** Downloads the file by its current address. */
  onDownload: () => void
}
export const PreviewDialog = ({ file: latest, onClose }: { file: PreviewFile; onClose: () => void }) => {
  // The address stays the one that the preview opened with: a newly signed one would load the file again.
  const [{ documentName, fileName, preview, documentUrl, onDownload }] = useState(latest)
  useBackCloses(useMedia(PHONE), onClose)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const content = () => {
    if (!isWebAddress(documentUrl) || preview === null)
      return <Message alert title="Este archivo no se puede mostrar aquí; descárguelo." />
    if (preview === 'image') return <ImageView url={documentUrl} name={documentName} tools={tools} />
    return (
      <Suspense
        fallback={
          <div
            role="status"
            aria-label="Abriendo el PDF"
            className="document-preview__waiting stack gap-8 grow muted"
          />
        }
      >
        <PdfView url={documentUrl} name={documentName} tools={tools} />
      </Suspense>
    )
  }
  return (
    <Dialog
      title={documentName}
      shape="wide"
      onClose={onClose}
      footer={
        <>
          <div ref={setTools} className="document-preview__tools flex-wrap grow" />
          <Button label="Descargar" sends icon="download" aria-label={`Descargar ${fileName}`} onClick={onDownload} />
        </>
      }
    >
      <div className="document-preview flex fill soft relative">{content()}</div>
    </Dialog>
  )
}
