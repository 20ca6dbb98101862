// A setting that is on or off and saves at once: a switch for users who may change it, otherwise a sign with its word.
// During a change the switch shows the stored state.
import { notify } from '../../api/notify.ts'
import { OFF_NOTE, OFF_REASON, useIsOffline } from '../../api/offline.ts'
import { StatusSign } from '../domain/StatusSign.tsx'
import '../switch.css'

type Props = {
  /** The name of the setting; read aloud with it. */
  label: string
  on: boolean
  /** The words of its two states. */
  words?: readonly [on: string, off: string]
  /** The label is displayed beside it already: only the word of the state is rendered. */
  bare?: boolean
  may?: boolean
  busy?: boolean
  title?: string | undefined
  onSwitch: (on: boolean) => void
}

const WORDS = ['Activo', 'En pausa'] as const

export const Switch = (props: Props) => {
  const { label, on, words = WORDS, bare = false, may = true, busy = false, title, onSwitch } = props
  const isOffline = useIsOffline()
  const word = words[on ? 0 : 1]
  if (!may)
    return (
      <span className="switch-state row-inline gap-6" title={title}>
        <StatusSign sign={on ? 'clear' : 'unprocessed'} size={16} />
        {bare ? word : `${label}: ${word.toLowerCase()}`}
      </span>
    )
  return (
    <button
      type="button"
      role="switch"
      className="switch row-inline gap-8 rounded text-start"
      aria-checked={on}
      aria-busy={busy}
      aria-label={label}
      aria-disabled={isOffline}
      title={isOffline ? OFF_REASON : title}
      onClick={() => {
        if (isOffline) notify('warning', OFF_NOTE)
        else if (!busy) onSwitch(!on)
      }}
    >
      <span className="switch__track no-print rigid soft relative">
        <span className="switch__knob stack absolute">{busy && <span className="spinner" />}</span>
      </span>
      <span className="switch__text">{bare ? word : label}</span>
    </button>
  )
}
