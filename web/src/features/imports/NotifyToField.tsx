// The email address that receives the result of a file. Whether this server sends email is a run-time setting.
import { UPLOAD_TEXTS } from '@padron/contract/imports'
import type { Country } from '@padron/contract/places/countries'
import type { RefObject } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { useUser } from '../../session/user-context.ts'
import { FormField } from '../../ui/fields/FormField.tsx'

const NO_MAIL = 'Este servidor no envía correos; el resultado queda aquí y en el panel de trabajos.'
const EXAMPLES: Readonly<Record<Country, string>> = { MX: 'ana@empresa.mx', CO: 'ana@empresa.com.co' }

/** @param mail whether the server sends email; undefined while unknown: no email is announced then */
export const mailWords = (mail: boolean | undefined, country: Country) => ({
  example: EXAMPLES[country],
  hint: mail === false ? NO_MAIL : undefined,
  /** How the end of a job is announced. @param notifyTo null: only on this screen */
  atEnd: (notifyTo: string | null): string | undefined => {
    if (mail === false) return NO_MAIL
    return mail && notifyTo ? `Al terminar se avisa a ${notifyTo}.` : undefined
  },
})

export const useMailWords = (): ReturnType<typeof mailWords> => {
  const { mail } = useConfig() ?? {}
  return mailWords(mail, useUser().country)
}

type Props = {
  ref: RefObject<HTMLInputElement | null>
  value: string
  isWrong: boolean
  /** Replaces the hint about this server's email. */
  hint?: string | undefined
  disabled?: boolean
  onChange: (value: string) => void
  onBlur?: () => void
}

export const NotifyToField = ({ isWrong, hint, onChange, ...input }: Props) => {
  const words = useMailWords()
  return (
    <FormField
      label="Correo para el aviso"
      required
      fault={isWrong ? UPLOAD_TEXTS.mail : undefined}
      hint={hint ?? words.hint}
    >
      {(control) => (
        <input
          {...control}
          {...input}
          type="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
          placeholder={words.example}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  )
}
