// "Captura por Excel": the work list as a workbook, filled in and sent back with a ZIP of proofs, then checked,
// corrected, applied and undone.
import { type CaptureBatch, captureBatches } from '@padron/contract/captures/batches'
import {
  BOOK_BYTES,
  BOOK_NAME,
  BOOK_ROWS_AT_MOST,
  BOOK_STATEMENTS_AT_MOST,
  PROOFS_AT_MOST,
  PROOFS_ZIP_BYTES,
} from '@padron/contract/captures/book'
import { XLSX } from '@padron/contract/common'
import { countOf } from '@padron/contract/texts/count-of'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fetchFile } from '../../../api/fetch-file.ts'
import { notifyFailure } from '../../../api/notify.ts'
import { upload, uploadForm } from '../../../api/upload.ts'
import { useAction } from '../../../api/use-action.ts'
import { useQuietCall } from '../../../api/use-call.ts'
import { numberText } from '../../../lib/number-text.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useBusy } from '../../../lib/use-busy.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { LoadFailure } from '../../../ui/list/LoadFailure.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { countsQuery } from '../list/list-query.ts'
import { SendFile } from '../SendFile.tsx'
import type { CapturesSearch } from '../search.ts'
import { BookRows } from './BookRows.tsx'
import { isRunning } from './use-applied-book.ts'

const TITLE = 'Captura por Excel'
const MB = 1_048_576

const bookFault = ({ name, size }: File): string | undefined => {
  if (!/\.xlsx$/i.test(name)) return 'El archivo debe ser .xlsx.'
  return size > BOOK_BYTES ? `El archivo pesa más de ${BOOK_BYTES / MB} MB.` : undefined
}
const zipFault = ({ name, size }: File): string | undefined => {
  if (!/\.zip$/i.test(name)) return 'Las pruebas van en un archivo .zip.'
  return size > PROOFS_ZIP_BYTES ? `El ZIP pesa más de ${PROOFS_ZIP_BYTES / MB} MB.` : undefined
}

const { workbook, send: sendRow, proofs: proofsRow } = captureBatches

type StepProps = { onChanged: () => Promise<unknown> }

/** Without an open workbook: downloads a new one, or sends a filled one. */
const Start = ({ search, onChanged }: StepProps & { search: CapturesSearch }) => {
  const { busy, run } = useBusy()
  const download = async (): Promise<void> => {
    try {
      const query = { ...countsQuery(search), list: search.list ?? ('asked' as const) }
      saveFile(BOOK_NAME, await fetchFile(workbook, { query }), workbook.sends)
    } catch (error) {
      notifyFailure(error, workbook)
    }
  }
  return (
    <>
      <section className="stack gap-8" aria-label="Descargar">
        <p>
          Descargue la lista con los filtros que tiene puestos, consulte cada portal y escriba lo que dice. Como máximo{' '}
          {numberText(BOOK_STATEMENTS_AT_MOST)} vehículos y portales; sus instrucciones van en el archivo.
        </p>
        <Button label="Descargar archivo" icon="download" busy={busy} onClick={() => void run(download)} />
      </section>
      <SendFile
        label="Elegir el archivo"
        hint={`Un .xlsx de hasta ${BOOK_BYTES / MB} MB y ${numberText(BOOK_ROWS_AT_MOST)} filas.`}
        accept={`.xlsx,${XLSX}`}
        faultOf={bookFault}
        verb="Revisar archivo"
        row={sendRow}
        send={async (file, way) => {
          await uploadForm(sendRow, { fileName: file.name.slice(-200) }, file, way)
          await onChanged()
        }}
      />
    </>
  )
}

const Facts = ({ batch }: { batch: CaptureBatch }) => (
  <>
    <p role="status">
      <strong>{batch.fileName}</strong>: {countOf(batch.rows, 'fila', 'filas')},{' '}
      {countOf(batch.statements, 'estado de cuenta', 'estados de cuenta')}, {countOf(batch.proofs, 'prueba', 'pruebas')}
      ; {countOf(batch.refusedRows, 'fila con errores', 'filas con errores')}.
    </p>
    {batch.message && <p>{batch.message}</p>}
  </>
)

/** A checked workbook: its proofs, its faults, and the buttons that apply or discard it. */
const Open = ({ batch, onChanged }: StepProps & { batch: CaptureBatch }) => {
  const params = { batchId: batch.batchId }
  const apply = useAction(captureBatches.apply)
  const discard = useAction(captureBatches.discard)
  const [asks, setAsks] = useState(false)
  const save = useRef<HTMLButtonElement>(null)
  const isWrong = batch.refusedRows + batch.refusedProofs > 0
  return (
    <>
      <Facts batch={batch} />
      <SendFile
        label="Elegir el ZIP de pruebas"
        hint={
          `Un archivo por placa (ABC1234.pdf, ABC1234-2.pdf), hasta ${numberText(PROOFS_AT_MOST)} archivos y ` +
          `${numberText(PROOFS_ZIP_BYTES / MB)} MB. Reemplaza las pruebas ya enviadas.`
        }
        accept=".zip,application/zip"
        faultOf={zipFault}
        verb="Enviar pruebas"
        row={proofsRow}
        send={async (file, way) => {
          await upload(proofsRow, { params }, new Blob([file], { type: 'application/zip' }), way)
          await onChanged()
        }}
      />
      {batch.proofErrors.length > 0 && (
        <ul aria-label="Pruebas con errores" className="stack gap-4 bullets">
          {batch.proofErrors.map(({ name, message }) => (
            <li key={name}>
              {name}: {message}
            </li>
          ))}
        </ul>
      )}
      {batch.refusedRows > 0 && <BookRows key={batch.batchId} batch={batch} onMended={() => save.current?.focus()} />}
      <div className="row-wrap gap-8">
        <Button
          ref={save}
          label="Guardar las capturas"
          kind="primary"
          off={isWrong}
          busy={apply.isPending}
          onClick={() => apply.mutate({ params })}
        />
        <Button
          label="Descartar archivo"
          busy={discard.isPending}
          aria-haspopup="dialog"
          onClick={() => setAsks(true)}
        />
      </div>
      {asks && (
        <ConfirmDialog
          title="¿Descartar el archivo?"
          yes="Descartar"
          no="Dejar como está"
          onYes={() => {
            setAsks(false)
            discard.mutate({ params })
          }}
          onNo={() => setAsks(false)}
        >
          Se borran sus filas, sus correcciones y sus pruebas; no se guarda nada.
        </ConfirmDialog>
      )}
      {isWrong && <p className="muted small">Corrija los errores, u omita sus filas, antes de guardar.</p>}
    </>
  )
}

/** The workbook applied last, with a button that undoes it. */
const Applied = ({ batch }: { batch: CaptureBatch }) => {
  const undo = useAction(captureBatches.undo)
  const [asks, setAsks] = useState(false)
  return (
    <section aria-label="Último archivo" className="stack gap-8">
      <Facts batch={batch} />
      <BookRows batch={batch} />
      {batch.undoUntil && (
        <Button label="Deshacer" busy={undo.isPending} aria-haspopup="dialog" onClick={() => setAsks(true)} />
      )}
      {asks && (
        <ConfirmDialog
          title="¿Deshacer el archivo?"
          yes="Deshacer"
          no="Dejar como está"
          onYes={() => {
            setAsks(false)
            undo.mutate({ params: { batchId: batch.batchId } })
          }}
          onNo={() => setAsks(false)}
        >
          Cada captura del archivo vuelve a lo que había antes, salvo donde ya hay una respuesta más nueva.
        </ConfirmDialog>
      )}
    </section>
  )
}

const Steps = ({
  batches,
  search,
  onChanged,
}: StepProps & { batches: readonly CaptureBatch[]; search: CapturesSearch }) => {
  const open = batches.find(({ state }) => state === 'open')
  const running = batches.find(isRunning)
  const [last] = batches.filter(({ state }) => state === 'applied' || state === 'undone')
  if (running)
    return (
      <p role="status">
        {running.state === 'queued' ? 'Guardando las capturas de' : 'Deshaciendo'} {running.fileName}…
      </p>
    )
  if (open) return <Open batch={open} onChanged={onChanged} />
  return (
    <>
      {last && <Applied batch={last} />}
      <Start search={search} onChanged={onChanged} />
    </>
  )
}

export const BookDialog = ({ search, onClose }: { search: CapturesSearch; onClose: () => void }) => {
  const { data, isError, error, refetch } = useQuietCall(captureBatches.list, {}, { poll: true })
  const queries = useQueryClient()
  const onChanged = () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('captureBatches.') })
  return (
    <Dialog title={TITLE} shape="wide" onClose={onClose}>
      {data ? (
        <div className="stack gap-16">
          <Steps batches={data.batches} search={search} onChanged={onChanged} />
        </div>
      ) : isError ? (
        <LoadFailure title={captureBatches.list.fails} query={{ error, refetch }} />
      ) : (
        <TableSkeleton label="Cargando los archivos" rows={4} columns={1} />
      )}
    </Dialog>
  )
}
