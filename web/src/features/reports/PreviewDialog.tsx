// The preview of a report: its email in the widths of a desktop and a phone, its plain text, and its file. Nothing is
// sent.
import { reports as calls } from '@padron/contract/reports'
import type { ReportDefinition } from '@padron/contract/reports/definition'
import type { Preview } from '@padron/contract/reports/outcomes'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { useState } from 'react'
import { formRefusalText } from '../../api/form-refusal.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Message } from '../../ui/Message.tsx'
import { EmailFrame } from './EmailSample.tsx'
import './preview.css'
import { Button } from '../../ui/Button.tsx'

const WAYS = [
  { name: 'Escritorio', width: 600 },
  { name: 'Teléfono', width: 390 },
  { name: 'Solo texto', width: 0 },
] as const
type Way = (typeof WAYS)[number]

const attachedText = (attached: boolean | null): string => {
  if (attached === null) return 'adjunto o como enlace, según su tamaño'
  return attached ? 'adjunto' : 'como enlace'
}

const statusText = ({ empty, sends }: Preview): string => {
  if (!empty) return 'Esto se enviaría ahora.'
  return sends ? 'Ahora no hay nada que informar: se enviaría esto.' : 'Ahora no hay nada que informar: no se enviaría.'
}

const Content = ({ preview }: { preview: Preview }) => {
  const [way, setWay] = useState<Way>(WAYS[0])
  const { subject, vehicles, file } = preview
  const facts = [
    ['Asunto', subject],
    ['Vehículos', vehiclesText(vehicles)],
    ...(file ? [['Archivo', `${file.name}, ${attachedText(file.attached)}`]] : []),
  ]
  return (
    <div className="grid-one gap-10">
      <p className="row gap-8 strong">
        <StatusSign sign={preview.sends ? 'clear' : 'unprocessed'} size={16} />
        <span>{statusText(preview)}</span>
      </p>
      <dl className="report-preview__facts stack gap-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd className="break">{value}</dd>
          </div>
        ))}
      </dl>
      <fieldset className="report-preview__ways flex-wrap">
        <legend className="visually-hidden">Cómo se ve</legend>
        {WAYS.map((one) => (
          <label key={one.name} className="check">
            <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />
            {one.name}
          </label>
        ))}
      </fieldset>
      {way.width > 0 ? (
        <EmailFrame title={`Correo: ${subject}`} html={preview.html} width={way.width} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
        <pre className="report-preview__text break pad-12 scroll bordered rounded soft small" tabIndex={0}>
          {preview.text}
        </pre>
      )}
    </div>
  )
}

type Props = {
  definition: ReportDefinition
  /** The previewed report, whose changes are listed since its last email. Undefined: a new one. */
  reportId: number | undefined
  onEdit?: () => void
  onClose: () => void
}

export const PreviewDialog = ({ definition, reportId, onEdit, onClose }: Props) => {
  const body = { ...definition, reportId }
  const { data, isError, error, refetch } = useQuietCall(calls.preview, { body }, { fresh: true })
  const footer = (
    <>
      {onEdit && <Button label="Editar" icon="edit" onClick={onEdit} />}
      <Button label="Cerrar" kind="primary" onClick={onClose} />
    </>
  )
  const content = () => {
    if (data) return <Content preview={data} />
    if (!isError)
      return (
        <div className="report-preview__skeleton stack gap-12 muted" role="status">
          <span className="loader__bar" aria-hidden="true" />
          Preparando la vista previa con los datos de ahora…
        </div>
      )
    return (
      <Message
        alert
        title={calls.preview.fails}
        detail={formRefusalText(error, calls.preview)}
        action={<Button label="Reintentar" onClick={() => void refetch()} />}
      />
    )
  }
  return (
    <Dialog title={`Vista previa: ${definition.name}`} shape="wide" onClose={onClose} footer={footer}>
      {content()}
    </Dialog>
  )
}
