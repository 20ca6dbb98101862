// On or off, at once: a switch with its word, which shows what the product says while a change of it is on its way.
import type { ReactNode } from 'react'
import './switch.css'

type Props = {
  /** What is switched, read aloud. */
  label: string
  on: boolean
  /** What stands beside it. */
  text: ReactNode
  busy?: boolean
  title?: string
  onSwitch: (on: boolean) => void
}

export const Switch = ({ label, on, text, busy = false, title, onSwitch }: Props): ReactNode => (
  <button
    type="button"
    role="switch"
    className="switch"
    aria-checked={on}
    aria-busy={busy}
    aria-label={label}
    title={title}
    onClick={() => busy || onSwitch(!on)}
  >
    <span className="switch__track">
      <span className="switch__knob">{busy && <span className="spinner" />}</span>
    </span>
    <span className="switch__text">{text}</span>
  </button>
)
