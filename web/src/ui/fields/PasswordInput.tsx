// A password field: the password can be shown, and a new one that is very common causes a warning.
import type { commonPasswordWarning } from '@padron/contract/rules/common-passwords'
import { type ReactNode, useState } from 'react'
import { ignoreLoadFailure } from '../../api/new-release.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../Button.tsx'
import { FormField, Hints } from './FormField.tsx'

type Props = {
  label: string
  /** Default: true. */
  required?: boolean
  value: string
  onChange: (value: string) => void
  visible: boolean
  onShow: (visible: boolean) => void
  autoComplete: 'new-password' | 'current-password'
  fault?: string | undefined
  hint?: ReactNode
  /** For the field in which a password is chosen, not the one that confirms it. */
  warnsOfCommon?: boolean
  onBlur?: () => void
}

const STILL_MS = 300

/** The warning, once typing pauses; `loadList` loads the list of common passwords when the field gets the focus. */
const useCommonPasswordWarning = (password: string): { warning: string | undefined; loadList: () => void } => {
  const [warningOf, setWarningOf] = useState<typeof commonPasswordWarning>()
  const stablePassword = useDebounced(password, STILL_MS)
  const loadList = (): void =>
    void import('@padron/contract/rules/common-passwords').then(
      (list) => setWarningOf(() => list.commonPasswordWarning),
      ignoreLoadFailure,
    )
  return { warning: stablePassword === password ? warningOf?.(password) : undefined, loadList }
}

export const PasswordInput = (props: Props) => {
  const {
    label,
    required = true,
    value,
    onChange,
    visible,
    onShow,
    autoComplete,
    fault,
    hint,
    warnsOfCommon,
    onBlur,
  } = props
  const { warning, loadList } = useCommonPasswordWarning(value)
  const hints = (
    <>
      {hint && <span>{hint}</span>}
      <Hints texts={warning ? [warning] : []} />
    </>
  )
  return (
    <FormField label={label} required={required} fault={fault} hint={warnsOfCommon ? hints : hint}>
      {(field) => (
        <span className="affix flex narrow surface rounded">
          <input
            {...field}
            type={visible ? 'text' : 'password'}
            className="password"
            value={value}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
            onFocus={warnsOfCommon ? loadList : undefined}
            onBlur={onBlur}
          />
          <Button
            kind="icon"
            aria-label={`${visible ? 'Ocultar' : 'Mostrar'} ${label.toLowerCase()}`}
            aria-pressed={visible}
            onClick={() => onShow(!visible)}
            icon={visible ? 'eyeOff' : 'eye'}
            iconSize={18}
          />
        </span>
      )}
    </FormField>
  )
}
