// A text filter: it applies half a second after the last keystroke, or at once on Enter. A text that is too long shows
// a fault and does not apply.
import { useEffect, useId, useRef, useState } from 'react'

const WAIT_MS = 500
/** Within the contract's limit, and enough for any search. */
const AT_MOST = 100

type Props = { label: string; value: string; onChange: (value: string | undefined) => void }

export const FilterText = ({ label, value, onChange }: Props) => {
  const [text, setText] = useState(value)
  const id = useId()
  const tooLong = text.trim().length > AT_MOST
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Texts applied here but not yet in the address, because a navigation is slower than typing. */
  const onTheirWay = useRef<string[]>([])
  useEffect(() => {
    const arrived = onTheirWay.current.indexOf(value)
    onTheirWay.current = arrived < 0 ? [] : onTheirWay.current.slice(arrived + 1)
    if (arrived >= 0) return
    // Something else changed the address (a removed chip, Back). A text that was just typed keeps its spaces.
    clearTimeout(timer.current)
    setText((typed) => (typed.trim() === value ? typed : value))
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (next: string): void => {
    clearTimeout(timer.current)
    const wanted = next.trim()
    if (wanted.length > AT_MOST || wanted === (onTheirWay.current.at(-1) ?? value)) return
    onTheirWay.current.push(wanted)
    onChange(wanted || undefined)
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={text}
        autoComplete="off"
        spellCheck={false}
        {...(tooLong && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => apply(target.value), WAIT_MS)
        }}
        onKeyDown={({ key }) => key === 'Enter' && apply(text)}
        onBlur={() => apply(text)}
      />
      {tooLong && (
        <small id={`${id}-fault`} role="alert" className="field__fault">
          Máximo {AT_MOST} caracteres
        </small>
      )}
    </div>
  )
}
