// How a file stands, and what may be done with it now. Of all that, one short sentence is read out when it changes.
import type { Import } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { ApplyBar } from './ApplyBar.tsx'
import { Outcome } from './Outcome.tsx'
import { Progress } from './Progress.tsx'
import { Refused } from './Refused.tsx'
import { isMoving, STATE_WORDS } from './words.ts'

type Props = {
  told: Import
  clock: Clock
  /** Corrections not yet checked again. */
  pending: number
  /** It is being checked again. */
  busy: boolean
  onCorrect: () => void
  onQueued: (notifyTo: string) => void
  onRecheck: () => void
  onUndo: () => void
}

const Now = (props: Props): ReactNode => {
  const { told, clock, pending, busy, onCorrect, onQueued, onRecheck, onUndo } = props
  if (told.state === 'refused') return <Refused told={told} onCorrect={onCorrect} />
  if (told.state === 'checked') return <ApplyBar told={told} pending={pending} onQueued={onQueued} />
  if (isMoving(told)) return <Progress told={told} now={clock.now} />
  return <Outcome told={told} clock={clock} busy={busy} onRecheck={onRecheck} onUndo={onUndo} />
}

export const Standing = (props: Props): ReactNode => (
  <div className="import__state">
    <p className="visually-hidden" aria-live="polite">
      Estado del archivo: {STATE_WORDS[props.told.state].text.toLowerCase()}
    </p>
    <Now {...props} />
  </div>
)
