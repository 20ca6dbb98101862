// A text field of the filters' dialog. The typed text stays in the field until the dialog is saved, so that a keystroke
// renders only this field.
import { memo, useId, useState } from 'react'

type Props = {
  name: string
  label: string
  first: string
  /** Called on every keystroke; must stay the same function. */
  onDraft: (name: string, text: string) => void
  /** Its fault, displayed once a save was tried. */
  fault?: string | undefined
  inputMode?: 'numeric'
  hidden?: boolean
  /** Values in use that resemble the typed text. */
  offered?: readonly string[]
  onText?: (text: string) => void
  onFocus?: () => void
}

export const DraftText = memo((props: Props) => {
  const { name, label, first, onDraft, fault, inputMode, hidden = false, offered, onText, onFocus } = props
  const id = useId()
  const [text, setText] = useState(first)
  return (
    <div className="field" hidden={hidden}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={text}
        {...(inputMode && { inputMode })}
        {...(offered && { list: `${id}-offered` })}
        {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        onFocus={onFocus}
        onChange={({ target }) => {
          setText(target.value)
          onDraft(name, target.value)
          onText?.(target.value)
        }}
      />
      {offered && (
        <datalist id={`${id}-offered`}>
          {offered.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      {fault && (
        <small id={`${id}-fault`} className="field__fault">
          {fault}
        </small>
      )}
    </div>
  )
})
