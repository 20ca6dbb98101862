// Something that is on or off at once, without a button that saves: for who may change it a switch, else a sign with its word.
import type { ReactNode } from 'react'
import { StatusSign } from '../../ui/StatusSign.tsx'
import './switch.css'

type Props = {
  /** What it is that is on or off; read aloud with it. */
  label: string
  on: boolean
  /** Its words, on and off. */
  words?: readonly [on: string, off: string]
  /** The label stands beside it already. */
  bare?: boolean
  may: boolean
  busy: boolean
  onChange: (on: boolean) => void
}

const WORDS = ['Activo', 'Apagado'] as const

export const Switch = ({ label, on, words = WORDS, bare = false, may, busy, onChange }: Props): ReactNode => {
  const word = words[on ? 0 : 1]
  if (!may)
    return (
      <span className="toggle-state">
        <StatusSign sign={on ? 'clear' : 'unprocessed'} size={16} />
        {bare ? word : `${label}: ${word.toLowerCase()}`}
      </span>
    )
  return (
    <button
      type="button"
      role="switch"
      className="toggle"
      aria-checked={on}
      aria-busy={busy}
      aria-label={label}
      onClick={() => busy || onChange(!on)}
    >
      <span className="toggle__track">
        <span className="toggle__knob">{busy && <span className="spinner" />}</span>
      </span>
      <span className="toggle__text">{bare ? word : label}</span>
    </button>
  )
}
