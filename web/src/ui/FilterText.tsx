// A text filter: it applies half a second after the last letter, or at once on Enter.
import { type ReactNode, useEffect, useRef, useState } from 'react'

const WAIT_MS = 500

type Props = { label: string; value: string; onChange: (value: string | undefined) => void }

export const FilterText = ({ label, value, onChange }: Props): ReactNode => {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address changed by another hand (a removed chip, Back); what was just typed keeps its spaces.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (next: string): void => {
    clearTimeout(timer.current)
    const wanted = next.trim()
    if (wanted !== value) onChange(wanted || undefined)
  }
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="text"
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => apply(target.value), WAIT_MS)
        }}
        onKeyDown={({ key }) => key === 'Enter' && apply(text)}
        onBlur={() => apply(text)}
      />
    </label>
  )
}
