// A field of a form, with its label above and its fault below. Screen readers read both.
import { type ReactNode, useId } from 'react'
import '../form.css'

export type FieldProps = {
  id: string
  'aria-invalid'?: true
  'aria-required'?: true
  'aria-describedby'?: string
}
type Props = {
  label: string
  required?: boolean
  /** What is wrong with the value. */
  fault?: string | undefined
  hint?: ReactNode
  children: (props: FieldProps) => ReactNode
}

/** Remarks on a value, as a field's hint or part of it: announced when they appear, and never a refusal. */
export const Hints = ({ texts }: { texts: readonly string[] }) => (
  <span role="status" className="hints stack gap-2">
    {texts.map((text) => (
      <span key={text}>{text}</span>
    ))}
  </span>
)

export const FormField = ({ label, required = false, fault, hint, children }: Props) => {
  const id = useId()
  const describedBy = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id} {...(required && { className: 'field__required' })}>
        {label}
      </label>
      {children({
        id,
        ...(fault && { 'aria-invalid': true }),
        ...(required && { 'aria-required': true }),
        ...(describedBy && { 'aria-describedby': describedBy }),
      })}
      {hint && (
        <small id={`${id}-hint`} className="field__hint muted">
          {hint}
        </small>
      )}
      {fault && (
        <small id={`${id}-fault`} className="field__fault">
          {fault}
        </small>
      )}
    </div>
  )
}
