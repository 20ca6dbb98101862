// What came of a file, once it is over: applied, not applied and why, called off, undone.
import type { Import } from '@padron/contract/imports'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { useCan } from '../../session/user-context.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { didText, undidText } from './kinds.ts'
import { useDownload } from './use-download.ts'
import { onDay, STATE_WORDS } from './words.ts'

/** @param told one whose state is none of those under way or to be decided */
const textOf = (told: Import, clock: Clock): string => {
  const { kind, state, job, appliedDateTime, undone } = told
  if (state === 'applied') return `${didText(told)}${appliedDateTime ? ` ${onDay(appliedDateTime, clock)}` : ''}.`
  if (state === 'failed') return job?.error ?? 'No se escribió nada: la flotilla cambió desde que se revisó.'
  if (state === 'undone' && undone)
    return `${undone.who} lo deshizo ${onDay(undone.dateTime, clock)}. ${undidText(kind, undone)}`
  return 'No se escribió nada. Para usarlo, envíelo de nuevo.'
}

type Props = { told: Import; clock: Clock; busy: boolean; onRecheck: () => void; onUndo: () => void }

export const Outcome = ({ told, clock, busy, onRecheck, onUndo }: Props): ReactNode => {
  const reads = useCan('vehicles_read')
  const { state, undoUntil, undone } = told
  const download = useDownload(told.importId, (now) => now.undone?.reportUrl)
  return (
    <div className="state-block tinted stack gap-10">
      <p className="state-line flex-wrap align-top">
        <StatusSign sign={STATE_WORDS[state].sign} size={18} />
        <span>
          <strong>{STATE_WORDS[state].text}.</strong> {textOf(told, clock)}
        </span>
      </p>
      <div className="state-block__actions hide-empty flex-wrap gap-8">
        {state === 'failed' && (
          <button
            type="button"
            className="button button--primary"
            aria-disabled={busy}
            onClick={() => busy || onRecheck()}
          >
            {busy && <span className="spinner" aria-hidden="true" />}
            Revisar de nuevo
          </button>
        )}
        {state === 'applied' && reads && (
          <Link to={'/' as string} className="button">
            Ver el catálogo
          </Link>
        )}
        {state === 'applied' && undoUntil && (
          <button type="button" className="button" aria-haspopup="dialog" onClick={onUndo}>
            Deshacer
            <small className="muted"> hasta el {dateTime(undoUntil, clock.zone)}</small>
          </button>
        )}
        {undone?.reportUrl && (
          <button type="button" className="button" onClick={download}>
            Descargar el informe
          </button>
        )}
      </div>
    </div>
  )
}
