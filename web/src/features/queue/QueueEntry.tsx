// One job: its title, state, progress, result and recipients, and a button that cancels it if possible.
import { QUEUE_ID, type QueueItem, queue } from '@padron/contract/queue'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { downloadFrom } from '../../lib/download.ts'
import { endVerb, JOB_STATE_WORDS, type JobState, jobStateOf, kindText, remainingText } from '../../lib/job-state.ts'
import { numberText } from '../../lib/number-text.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useSeesAll } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'

const DeliveriesDialog = lazy(() => import('./DeliveriesDialog.tsx').then((m) => ({ default: m.DeliveriesDialog })))

const STATE_COLOURS: Partial<Record<JobState, string>> = {
  running: 'job__running',
  done: 'clear-text',
  failed: 'debt-text',
}

const Deliveries = ({ item }: { item: QueueItem }) => {
  const [open, setOpen] = useState(false)
  // Scheduled reports always have recipients (spec core §4).
  if (item.queueId !== QUEUE_ID.scheduledReports && item.deliveries === 0) return null
  return (
    <>
      <Button
        label={`Entregas (${numberText(item.deliveries)})`}
        about={`de ${item.queueDescription}`}
        kind="link"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <DeliveriesDialog queueItemId={item._id} title={item.queueDescription} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const Progress = ({ item, now }: { item: QueueItem; now: number }) => {
  const { progress } = item
  const remaining = remainingText(item, now)
  return (
    <div className="gap-4-12 flex-wrap small figures-text wide">
      <progress
        aria-label={`Avance de ${item.queueDescription}`}
        {...(progress && { value: progress.done, max: progress.total })}
      />
      <span>{progress ? `${numberText(progress.done)} de ${numberText(progress.total)}` : 'Preparando…'}</span>
      {progress?.what && <span className="muted">{progress.what}</span>}
      {remaining && <span className="muted">{remaining}</span>}
    </div>
  )
}

const Result = ({ item: { fileUrl, fileName, fileUntil }, zone }: { item: QueueItem; zone: string }) => {
  const seesAll = useSeesAll()
  if (fileName === null) return null
  // The file contains what its requester could see.
  if (fileUrl === null)
    return (
      <p className="muted">
        {seesAll
          ? 'El archivo tiene datos que sus permisos no incluyen.'
          : 'Lo que usted ve ya no es lo mismo que cuando se hizo el archivo: pídalo de nuevo.'}
      </p>
    )
  return (
    <p className="row-wrap gap-4-12">
      <Button label="Descargar" sends about={fileName} small icon="download" onClick={() => downloadFrom(fileUrl)} />
      {fileUntil && <small className="muted">Disponible hasta el {dateInText(fileUntil, zone)}</small>}
    </p>
  )
}

/** @param onGone called before the button, which may have the focus, disappears */
const Cancel = ({ item, onGone }: { item: QueueItem; onGone: () => void }) => {
  const { mutate, isPending, error } = useAction(queue.cancel, {
    onFailure: refusalText,
    onSuccess: ({ message }) => {
      notify('done', message)
      onGone()
    },
  })
  const refusal = refusalText(error)
  return (
    <>
      {item.cancellable && (
        <Button
          label="Cancelar"
          about={item.queueDescription}
          kind="link"
          busy={isPending}
          onClick={() => mutate({ params: { queueItemId: item._id } })}
        />
      )}
      {refusal && <span role="alert">{refusal}</span>}
    </>
  )
}

export const QueueEntry = ({ item, clock }: { item: QueueItem; clock: Clock }) => {
  const heading = useId()
  const entry = useRef<HTMLLIElement>(null)
  const jobState = jobStateOf(item)
  const kind = kindText(item)
  const endedAt = item.successDateTime ?? item.errorDateTime
  const { queueDescription, creationDateTime, who, successMessage, errorMessage } = item
  return (
    <li ref={entry} className="job stack gap-6 justify-start ruled ring-inside" aria-labelledby={heading} tabIndex={-1}>
      <p className="flex gap-8 between baseline wide">
        <strong className="break narrow" id={heading}>
          {queueDescription}
        </strong>
        <span className={`rigid small ${STATE_COLOURS[jobState] ?? 'muted'}`}>{JOB_STATE_WORDS[jobState]}</span>
      </p>
      <p className="job__about small break muted">
        {kind && `${kind}\u00a0· `}
        Pedido por {who}{' '}
        <time dateTime={creationDateTime} title={dateInText(creationDateTime, clock.zone)}>
          {sinceText('', creationDateTime, clock.now, clock.zone).trim()}
        </time>
        {endedAt && (
          <>
            {'\u00a0· '}
            <time dateTime={endedAt} title={dateInText(endedAt, clock.zone)}>
              {sinceText(endVerb(jobState), endedAt, clock.now, clock.zone)}
            </time>
          </>
        )}
      </p>
      {jobState === 'running' && <Progress item={item} now={clock.now} />}
      {jobState === 'done' && successMessage && <p className="small break">{successMessage}</p>}
      {jobState === 'cancelled' && errorMessage !== JOB_STATE_WORDS.cancelled && (
        <p className="small break">{errorMessage}</p>
      )}
      {jobState === 'failed' && <p className="small break debt-text">{errorMessage}</p>}
      <Result item={item} zone={clock.zone} />
      <Deliveries item={item} />
      <Cancel item={item} onGone={() => entry.current?.focus()} />
    </li>
  )
}
