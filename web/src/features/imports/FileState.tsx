// The state of a file and the actions that it allows now. A screen reader announces one short sentence when it changes.
import { type Import, UPLOAD_TEXTS } from '@padron/contract/imports'
import type { QueueItem } from '@padron/contract/queue'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useNow } from '../../api/use-now.ts'
import { dateInText } from '../../lib/dates.ts'
import { remainingText } from '../../lib/job-state.ts'
import { numberText } from '../../lib/number-text.ts'
import type { Sign } from '../../lib/status-texts.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { type CorrectionsState, countOfChanges } from '../../ui/rows-grid/use-corrections.ts'
import { ApplyBar } from './ApplyBar.tsx'
import type { OpenDialog } from './ImportDialogs.tsx'
import { errorsText, isMoving, onDay, stateWords } from './import-texts.ts'
import { didText, partlyText, undidText } from './kinds.ts'
import { MarkedFile, useDownload } from './MarkedFile.tsx'
import { useMailWords } from './NotifyToField.tsx'

type BlockProps = { sign: Sign; title: string; text: string; children: ReactNode }

const StateBlock = ({ sign, title, text, children }: BlockProps) => (
  <div className="state-block tinted stack gap-10">
    <p className="state-line flex-wrap align-top">
      <StatusSign sign={sign} size={18} />
      <span>
        <strong>{title}</strong> {text}
      </span>
    </p>
    <div className="state-block__actions hide-empty flex-wrap gap-8">{children}</div>
  </div>
)

/** An earlier estimate is not reliable, and most jobs finish sooner. */
const ESTIMATES_AFTER_MS = 10_000

const useRunsLong = (running: boolean): boolean => {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => setLong(true), ESTIMATES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [running])
  return running && long
}

/** Progress of a file that is being applied or undone: rows done, current step and remaining time. */
export const Progress = ({ file: { state, job, notifyTo }, now }: { file: Import; now: number }) => {
  const progress = job?.progress
  const runsLong = useRunsLong(!!progress)
  const announcement = useMailWords().atEnd(notifyTo)
  const words = [
    progress ? `${numberText(progress.done)} de ${numberText(progress.total)}` : 'En espera de su turno…',
    progress?.what,
    job && runsLong && remainingText({ estimatedFinishedDateTime: job.estimatedFinishedDateTime } as QueueItem, now),
  ]
  return (
    <div className="state-block tinted stack gap-10">
      <p className="state-line flex-wrap align-top">
        <strong>{state === 'undoing' ? 'Se está deshaciendo.' : 'Se está aplicando: todo o nada.'}</strong>
        {announcement && <span className="muted">{announcement}</span>}
      </p>
      <div className="row-wrap gap-4-12 figures-text">
        <progress
          aria-label={state === 'undoing' ? 'Avance de deshacer' : 'Avance de la aplicación'}
          {...(progress && { value: progress.done, max: progress.total })}
        />
        <span role="status">{words.filter(Boolean).join(' · ')}</span>
      </div>
    </div>
  )
}

/** The result of a finished file: applied, failed with its reason, cancelled, undone. */
const outcomeText = (file: Import, zone: string): string => {
  const { kind, state, job, appliedDateTime, undone, partlyUndone } = file
  if (partlyUndone)
    return `${partlyText(partlyUndone)} «Deshacer» sigue con lo que falta.${job?.error ? ` ${job.error}` : ''}`
  if (state === 'applied') return `${didText(file)}${appliedDateTime ? ` ${onDay(appliedDateTime, zone)}` : ''}.`
  if (state === 'failed') return job?.error ?? 'No se escribió nada: la flota cambió desde que se revisó.'
  if (state === 'undone' && undone)
    return `${undone.who} lo deshizo ${onDay(undone.dateTime, zone)}. ${undidText(kind, undone)}`
  return 'No se escribió nada. Para usarlo, envíelo de nuevo.'
}

type OutcomeProps = { file: Import; busy: boolean; onRecheck: () => void; onUndo: () => void }

export const Outcome = ({ file, busy, onRecheck, onUndo }: OutcomeProps) => {
  const { zone } = useUser()
  const reads = useCan('vehicles_read')
  const { state, undoUntil, undone } = file
  const download = useDownload(file.importId, (now) => now.undone?.reportUrl)
  const { sign, text } = stateWords(file)
  return (
    <StateBlock sign={sign} title={`${text}.`} text={outcomeText(file, zone)}>
      {state === 'failed' && <Button label="Revisar de nuevo" kind="primary" busy={busy} onClick={() => onRecheck()} />}
      {state === 'applied' && reads && (
        <Link to={'/' as string} className="button">
          Ver el catálogo
        </Link>
      )}
      {state === 'applied' && undoUntil && (
        <Button label="Deshacer" aria-haspopup="dialog" onClick={onUndo}>
          <small className="muted"> hasta el {dateInText(undoUntil, zone)}</small>
        </Button>
      )}
      {undone?.reportUrl && <Button label="Descargar el informe" sends onClick={download} />}
    </StateBlock>
  )
}

type Props = {
  file: Import
  corrections: CorrectionsState
  onCorrect: () => void
  onOpen: (dialog: OpenDialog) => void
}

const Actions = ({ file, corrections, onCorrect, onOpen }: Props) => {
  const now = useNow()
  if (file.state === 'checked')
    return <ApplyBar file={file} pending={countOfChanges(corrections.now)} onQueued={() => onOpen('queued')} />
  if (isMoving(file)) return <Progress file={file} now={now} />
  if (file.state !== 'refused') {
    const { busy, recheck } = corrections
    return <Outcome file={file} busy={busy} onRecheck={recheck} onUndo={() => onOpen('undo')} />
  }
  return (
    <StateBlock sign="debt" title={UPLOAD_TEXTS.errors} text={errorsText(file)}>
      {file.counts.refused > 0 && <Button label="Corregir aquí" kind="primary" onClick={onCorrect} />}
      <MarkedFile file={file} />
    </StateBlock>
  )
}

export const FileState = (props: Props) => (
  <div className="import__state">
    <p className="visually-hidden" aria-live="polite">
      Estado del archivo: {stateWords(props.file).text.toLowerCase()}
    </p>
    <Actions {...props} />
  </div>
)
