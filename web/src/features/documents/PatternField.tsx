// The pattern that a field's value must fit. It is looked at as it is typed, and a value can be tried on it.
import { fitsPattern, NO_PATTERN, PATTERN_AT_MOST, patternFault } from '@padron/contract/document-patterns'
import { type ReactNode, useId, useState } from 'react'
import { FormField } from '../../ui/FormField.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'

const OFF = 'No se usa con el tipo Alfanumérico.'
const HINT = `Un guion (${NO_PATTERN}) significa sin expresión. Debe describir el valor completo; ${PATTERN_AT_MOST} caracteres como máximo.`

const Trial = ({ pattern }: { pattern: string }): ReactNode => {
  const id = useId()
  const [value, setValue] = useState('')
  const fits = fitsPattern(pattern, value)
  return (
    <div className="pattern-trial row-wrap small">
      <label htmlFor={id}>Pruebe un valor</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-said`}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        // Not the form's.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <span id={`${id}-said`} role="status" className="pattern-trial__said row-inline gap-6">
        {value !== '' && (
          <>
            <StatusSign sign={fits ? 'clear' : 'debt'} size={16} />
            {fits ? 'Cumple la expresión' : 'No cumple la expresión'}
          </>
        )}
      </span>
    </div>
  )
}

type Props = {
  value: string
  /** The field takes no pattern. */
  off: boolean
  fault: string | undefined
  onChange: (value: string) => void
}

export const PatternField = ({ value, off, fault, onChange }: Props): ReactNode => {
  const pattern = value.trim()
  const wrong = fault ?? patternFault(pattern)
  return (
    <div className="pattern stack gap-8">
      <FormField label="Expresión regular" fault={off ? undefined : wrong} hint={off ? OFF : HINT}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            disabled={off}
            value={off ? NO_PATTERN : value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </FormField>
      {!off && pattern !== '' && pattern !== NO_PATTERN && !wrong && <Trial pattern={pattern} />}
    </div>
  )
}
