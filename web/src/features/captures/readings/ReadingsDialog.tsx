// "Leer PDF": documents of portals are dropped here, read by the server, and reviewed one by one beside their page.
// They are stored on the server; closing asks for confirmation while uploads are running.
import { captureReadings, READING_DAYS, READINGS_AT_MOST, type Reading } from '@padron/contract/captures/readings'
import { useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { useCall } from '../../../api/use-call.ts'
import { decimalSizeText } from '../../../lib/size-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { FileDrop } from '../../../ui/fields/FileDrop.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { LoadFailure } from '../../../ui/list/LoadFailure.tsx'
import { Message } from '../../../ui/Message.tsx'
import { Waiting } from '../capture/CaptureDialog.tsx'
import { READING_FORM } from './ReadingForm.tsx'
import { ReadingReview } from './ReadingReview.tsx'
import './readings.css'
import { type Sending, useReadingUploads } from './use-reading-uploads.ts'

const TITLE = 'Leer PDF'

const SendingLine = ({ sending, onDrop }: { sending: Sending; onDrop: () => void }) => {
  const { file, progress, fault } = sending
  return (
    <li className="readings__line row gap-12 bordered rounded">
      <span className="stack fill break">
        {file.name}
        {fault ? (
          <small role="alert" className="field__fault">
            {fault}
          </small>
        ) : (
          <small className="muted row gap-8">
            <progress value={progress} max={1} aria-label={`Avance de ${file.name}`} />
            {progress < 1 ? `${Math.floor(progress * 100)} % de ${decimalSizeText(file.size)}` : 'Leyendo…'}
          </small>
        )}
      </span>
      {fault && <Button kind="icon" icon="close" aria-label={`Quitar ${file.name}`} onClick={onDrop} />}
    </li>
  )
}

const ReadingLine = ({ reading, onOpen }: { reading: Reading; onOpen: () => void }) => {
  const { fileName, plate, portal, note, uploadedBy } = reading
  return (
    <li className="readings__line row gap-12 bordered rounded">
      <span className="stack fill break">
        <span>
          <strong>{plate ?? 'Sin vehículo'}</strong> · {fileName}
        </span>
        <small className="muted">
          {portal ?? 'Portal sin reconocer'} · lo subió {uploadedBy}
        </small>
        {note && <small>{note}</small>}
      </span>
      <Button label="Revisar" about={fileName} onClick={onOpen} />
    </li>
  )
}

type ListProps = {
  readings: readonly Reading[]
  uploads: ReturnType<typeof useReadingUploads>
  onOpen: (readingId: string) => void
}

const List = ({ readings, uploads: { sending, excess, add, drop }, onOpen }: ListProps) => {
  return (
    <div className="stack gap-12">
      <FileDrop
        file={undefined}
        accept="application/pdf"
        multiple
        label={
          <>
            <Icon name="plus" size={15} />
            Elegir PDF
          </>
        }
        hint={
          `o arrástrelos aquí: hasta ${READINGS_AT_MOST} a la vez. ` +
          'Nada se guarda como respuesta hasta que lo acepte.'
        }
        fault={excess && `${READINGS_AT_MOST} archivos como máximo: los demás no se subieron.`}
        busy={false}
        onFiles={add}
      />
      {readings.length + sending.length === 0 ? (
        <Message title="Ningún PDF por revisar" detail="Agregue los que guardó de los portales." />
      ) : (
        <>
          <p className="muted small">
            {readings.length} por revisar. Lo que nadie revisa se borra a los {READING_DAYS} días.
          </p>
          <ul className="readings stack gap-6" aria-label="PDF por revisar">
            {sending.map((one) => (
              <SendingLine key={one.key} sending={one} onDrop={() => drop(one)} />
            ))}
            {readings.map((reading) => (
              <ReadingLine key={reading.readingId} reading={reading} onOpen={() => onOpen(reading.readingId)} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

export const ReadingsDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, error, isError, refetch } = useCall(captureReadings.list, {})
  const [open, setOpen] = useState<string>()
  const [ready, setReady] = useState(false)
  const [asks, setAsks] = useState(false)
  // Declared here, not in the list, so that the uploads continue during a review.
  const uploads = useReadingUploads()
  const underWay = uploads.sending.filter(({ fault }) => !fault).length
  const readings = data?.readings ?? []
  const at = readings.findIndex(({ readingId }) => readingId === open)
  const before = readings[at - 1]?.readingId
  const after = readings[at + 1]?.readingId
  const close = (): void => (underWay > 0 ? setAsks(true) : onClose())
  const { mutate: refuse, isPending } = useAction(captureReadings.refuse)
  /** An accepted or discarded PDF leaves the list: opens the next one. */
  const goOn = (): void => setOpen(after ?? before)
  const isOpen = open !== undefined && at >= 0
  const keys = ({ key, altKey, ctrlKey }: React.KeyboardEvent): void => {
    if (!isOpen) return
    if (altKey && key === 'PageDown' && after) setOpen(after)
    if (altKey && key === 'PageUp' && before) setOpen(before)
    if (ctrlKey && key === 'Enter') document.querySelector<HTMLFormElement>(`#${READING_FORM}`)?.requestSubmit()
  }
  return (
    <Dialog
      title={isOpen ? `${TITLE}: ${at + 1} de ${readings.length}` : TITLE}
      shape="wide"
      onClose={close}
      footer={
        isOpen ? (
          <>
            <Button label="Ver todos" kind="link" onClick={() => setOpen(undefined)} />
            <Button label="Anterior" aria-keyshortcuts="Alt+PageUp" off={!before} onClick={() => setOpen(before)} />
            <Button label="Siguiente" aria-keyshortcuts="Alt+PageDown" off={!after} onClick={() => setOpen(after)} />
            <Button
              label="Descartar"
              kind="danger"
              busy={isPending}
              onClick={() => refuse({ params: { readingId: open } }, { onSuccess: goOn })}
            />
            <Button
              label="Aceptar"
              sends
              type="submit"
              form={READING_FORM}
              kind="primary"
              off={!ready}
              aria-keyshortcuts="Control+Enter"
              title="Ctrl+Enter"
            />
          </>
        ) : (
          <Button label="Cerrar" onClick={close} />
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the buttons below */}
      <div onKeyDown={keys}>
        {isOpen && <ReadingReview key={open} readingId={open} onReady={setReady} onDone={goOn} />}
        {!isOpen && data && <List readings={readings} uploads={uploads} onOpen={setOpen} />}
        {!data && !isError && <Waiting />}
        {!data && isError && <LoadFailure title={captureReadings.list.fails} query={{ error, refetch }} />}
        {isOpen && underWay > 0 && (
          <p className="muted small" role="status">
            Se suben {underWay} PDF…
          </p>
        )}
        {isOpen && (
          <p className="muted small readings__keys">Ctrl+Enter acepta; Alt+Av Pág y Alt+Re Pág cambian de PDF.</p>
        )}
      </div>
      {asks && (
        <ConfirmDialog
          title="¿Cerrar y no subir los que faltan?"
          yes="Cerrar"
          no="Esperar"
          onYes={onClose}
          onNo={() => setAsks(false)}
        >
          Se suben {underWay} PDF. Los que ya llegaron se quedan por revisar.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
