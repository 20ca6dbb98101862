// One PDF beside the data read from it. If its text does not identify the vehicle, the user does.
import type { Reply } from '@padron/contract/call'
import { type CaptureTask, captures } from '@padron/contract/captures'
import { captureReadings } from '@padron/contract/captures/readings'
import { localText } from '@padron/contract/texts/local-text'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { useCall } from '../../../api/use-call.ts'
import { isWebAddress } from '../../../lib/web-address.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormField } from '../../../ui/fields/FormField.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { LoadFailure } from '../../../ui/list/LoadFailure.tsx'
import { Message } from '../../../ui/Message.tsx'
import { Waiting } from '../capture/CaptureDialog.tsx'
import { InUse } from '../list/InUse.tsx'
import { useLease } from '../statement/use-lease.ts'
import { ReadingForm } from './ReadingForm.tsx'
import '../../../ui/pdf/preview.css'

const PdfView = lazy(() => import('../../../ui/pdf/PdfView.tsx').then((m) => ({ default: m.PdfView })))

type Whole = Reply<typeof captureReadings.one>
type ReviewProps = {
  /** Called with whether a form can be accepted. */
  onReady: (ready: boolean) => void
  onDone: () => void
}

const isSome = (tasks: readonly CaptureTask[]): tasks is readonly [CaptureTask, ...CaptureTask[]] => tasks.length > 0

/** Asks for the vehicle of the PDF. */
const VehicleQuestion = ({ reading: { readingId, state, note } }: { reading: Whole }) => {
  const [plate, setPlate] = useState('')
  const [fault, setFault] = useState<string>()
  const { mutate, isPending } = useAction(captureReadings.setVehicle, {
    onFailure: (error) => {
      const words = 'problem' in error ? (error.problem as { title?: string } | undefined)?.title : undefined
      setFault(words)
      return words
    },
  })
  if (state === 'unknown')
    return <Message title={note ?? ''} detail="No se puede guardar como prueba de un vehículo: descártelo." />
  return (
    <form
      className="stack gap-8"
      aria-label="Vehículo del PDF"
      onSubmit={(event) => {
        event.preventDefault()
        if (plate.trim() === '') setFault('Escriba la placa')
        else if (!isPending) mutate({ params: { readingId }, body: { plate: plate.trim() } })
      }}
    >
      <p>{note}</p>
      <FormField label="Placa" required fault={fault} hint="De un vehículo de su flota, como está en la página.">
        {(field) => (
          <input
            {...field}
            type="text"
            autoComplete="off"
            maxLength={20}
            value={plate}
            onChange={({ target }) => {
              setPlate(target.value)
              setFault(undefined)
            }}
          />
        )}
      </FormField>
      <Button type="submit" kind="primary" label="Usar esta placa" busy={isPending} className="self-start" />
    </form>
  )
}

/** Asks for the portal, if the PDF does not say it and several portals answer about the vehicle. */
const Answers = ({ reading, onReady, onDone }: { reading: Whole } & ReviewProps) => {
  const { portals, portal, vehicleAssetId, note } = reading
  const [chosen, setChosen] = useState<string>()
  const { holder, takeOver } = useLease(`${vehicleAssetId ?? 0}`)
  const known = portal === portals[0]?.portal || portals.length === 1 ? portals[0] : undefined
  const resourceId = chosen ?? (known && `${known.resourceId}`)
  const { data, error, isError, refetch } = useCall(
    captures.statementTask,
    { params: { vehicleAssetId: `${vehicleAssetId ?? 0}`, resourceId: resourceId ?? '0' } },
    { off: resourceId === undefined },
  )
  if (holder) return <InUse holder={holder} onTakeOver={takeOver} onNext={undefined} />
  if (portals.length === 0)
    return <Message title={localText('Ningún portal responde adeudos de este vehículo')} detail="Descarte el PDF." />
  return (
    <>
      {note && <p className="muted small">{note} Escriba lo que muestra la página.</p>}
      {portal !== portals[0]?.portal && (
        <FormField label="Portal" hint="El texto no dice de qué portal es: sin confirmar.">
          {(field) => (
            <Select
              {...field}
              options={portals.map((each) => ({ value: `${each.resourceId}`, label: each.portal }))}
              value={resourceId}
              empty="Elija el portal"
              onChange={(value) => setChosen(value)}
            />
          )}
        </FormField>
      )}
      {resourceId && data && isSome(data.tasks) && (
        <ReadingForm key={resourceId} reading={reading} tasks={data.tasks} onReady={onReady} onSaved={onDone} />
      )}
      {resourceId && !data && !isError && <Waiting />}
      {resourceId && !data && isError && (
        <LoadFailure title={captures.statementTask.fails} query={{ error, refetch }} />
      )}
    </>
  )
}

const Page = ({ reading }: { reading: Whole }) => {
  // The address stays the one that the PDF was opened with: a newly signed one would load it again.
  const [{ url, fileName }] = useState(reading)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  return (
    <section className="reading__page stack" aria-label={`Página de ${fileName}`}>
      <div ref={setTools} className="row-wrap gap-8-16" />
      {isWebAddress(url) ? (
        <Suspense fallback={<Waiting />}>
          <PdfView url={url} name={fileName} tools={tools} />
        </Suspense>
      ) : (
        <Message alert title="Este archivo no se puede mostrar aquí." />
      )}
    </section>
  )
}

export const ReadingReview = ({ readingId, onReady, onDone }: { readingId: string } & ReviewProps) => {
  const { data, error, isError, refetch } = useCall(captureReadings.one, { params: { readingId } })
  const fields = useRef<HTMLElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) fields.current?.focus({ preventScroll: true })
  }, [isThere])
  if (!data) return isError ? <LoadFailure title={captureReadings.one.fails} query={{ error, refetch }} /> : <Waiting />
  const { fileName, plate, vehicleAssetId, portal } = data
  return (
    <div className="capture capture--reading relative">
      <Page reading={data} />
      <section ref={fields} tabIndex={-1} className="stack gap-12" aria-label={`Datos de ${fileName}`}>
        <p>
          <strong>{plate ?? 'Sin vehículo'}</strong>
          {portal && ` · ${portal}`}
          <span className="muted"> · {fileName}</span>
        </p>
        {vehicleAssetId === null ? (
          <VehicleQuestion reading={data} />
        ) : (
          <Answers key={vehicleAssetId} reading={data} onReady={onReady} onDone={onDone} />
        )}
      </section>
    </div>
  )
}
