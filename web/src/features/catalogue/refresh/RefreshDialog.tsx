// 'Volver a consultar' for the selected vehicles: first shows the number of checks, their price and the wait; nothing
// is sent before the user confirms.
import type { Reply } from '@padron/contract/call'
import { processing, REFRESH_AT_MOST, type RefreshPreview } from '@padron/contract/processing'
import { countOf, numberText, vehiclesText } from '@padron/contract/texts/count-of'
import type { Selection } from '@padron/contract/vehicles'
import { Link } from '@tanstack/react-router'
import { statusOf } from '../../../api/api-error.ts'
import { failureText } from '../../../api/notify.ts'
import { useAction } from '../../../api/use-action.ts'
import { useQuietCall } from '../../../api/use-call.ts'
import { sinceText } from '../../../lib/relative-time.ts'
import { useClock } from '../../../session/use-clock.ts'
import { useCan } from '../../../session/user-context.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { StatusSign } from '../../../ui/domain/StatusSign.tsx'
import { OrderDialog } from '../../../ui/form/OrderDialog.tsx'
import { FailureLine } from '../../../ui/list/LoadFailure.tsx'
import { costText, skippedTexts, waitText } from './refresh-texts.ts'

const What = ({ preview }: { preview: RefreshPreview }) => {
  const { now, zone } = useClock()
  const { questions, vehicles, failing } = preview
  return (
    <div className="stack gap-8">
      <p className="strong" role="status">
        {questions === 0
          ? 'No hay nada que consultar ahora.'
          : `${questions === 1 ? 'Se hará' : 'Se harán'} ${countOf(questions, 'consulta', 'consultas')} de ` +
            `${vehiclesText(vehicles)}.`}
      </p>
      {questions > 0 && <p>{costText(preview)}</p>}
      {questions > 0 && <p>{waitText(preview)}</p>}
      {skippedTexts(preview).length > 0 && (
        <ul className="bullets muted">
          {skippedTexts(preview).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {failing.map(({ portal, since }) => (
        <p key={portal} className="flex gap-8 align-top">
          <StatusSign sign="warning" size={18} />
          <span>
            {portal}: {sinceText('falla desde', since, now, zone)}. Sus consultas esperan hasta que responda.
          </span>
        </p>
      ))}
    </div>
  )
}

type Props = {
  selection: Selection
  /** Number of selected vehicles. */
  selected: number
  onOrder: (ordered: Reply<typeof processing.refreshMany>) => void
  onClose: () => void
}

const errorText = (error: Error): string => {
  const status = statusOf(error)
  return status === 409 || status === 422 ? error.message : failureText(error, processing.refreshMany)
}

const TITLE = 'Volver a consultar'

/** Shown without a request, which the server would refuse. */
const TooMany = ({ selected, onClose }: Pick<Props, 'selected' | 'onClose'>) => {
  const sees = useCan('processing_read')
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <p role="status">
        Seleccionó {numberText(selected)} vehículos y se vuelven a consultar hasta {numberText(REFRESH_AT_MOST)} a la
        vez. Seleccione menos
        {sees && (
          <>
            , o use <Link to="/onDemandProcessing">Procesamiento</Link> para toda la flota
          </>
        )}
        .
      </p>
    </Dialog>
  )
}

const Order = ({ selection, onOrder, onClose }: Props) => {
  const preview = useQuietCall(processing.refreshPreview, { body: { selection } }, { fresh: true })
  const { mutate, isPending, error } = useAction(processing.refreshMany, {
    // The dialog displays the failure.
    onFailure: (failed) => {
      void preview.refetch()
      return errorText(failed)
    },
    onSuccess: onOrder,
  })
  const questions = preview.data?.questions ?? 0
  return (
    <OrderDialog
      title={TITLE}
      yes={questions > 0 ? `Hacer ${countOf(questions, 'consulta', 'consultas')}` : 'Consultar'}
      ready={questions > 0 && !preview.isFetching}
      busy={isPending}
      error={error ? errorText(error) : undefined}
      onYes={() => mutate({ body: { selection, expected: questions } })}
      onClose={onClose}
    >
      {preview.data && <What preview={preview.data} />}
      {preview.isPending && (
        <p className="muted" role="status">
          Contando las consultas…
        </p>
      )}
      {preview.isError && !preview.data && <FailureLine title={processing.refreshPreview.fails} query={preview} />}
    </OrderDialog>
  )
}

export const RefreshDialog = (props: Props) =>
  props.selected > REFRESH_AT_MOST ? <TooMany {...props} /> : <Order {...props} />
