// The values of the form of the emails' appearance, their validation, and the body of the request (spec bulk §5).
import type { Args } from '@padron/contract/call'
import {
  EMAIL_TEXT_LIMIT,
  EMAIL_TEXT_MAX,
  type EmailSettings,
  type emailSettings,
  isSocialLink,
  SOCIAL_LINKS,
  socialRefused,
} from '@padron/contract/email-settings'
import { isMail } from '@padron/contract/exports'
import { REPORT_FILE_TEXTS } from '@padron/contract/reports'
import { z } from 'zod/mini'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'
import { type LogoChange, logoBody } from '../../ui/form/LogoField.tsx'

export const EMAIL_TEXTS = [
  { name: 'header', label: 'Cuerpo', hint: 'Va antes de cada reporte: un saludo, o qué se espera de quien lo recibe.' },
  { name: 'footer', label: 'Pie', hint: 'Va al final, en letra menor.' },
  { name: 'contactFooter', label: 'Contacto', hint: 'A quién preguntar: nombre, teléfono, dirección.' },
] as const

export const EmailDraft = z.object({
  header: z.string(),
  footer: z.string(),
  contactFooter: z.string(),
  fromEmail: z.string(),
  facebook: z.string(),
  twitter: z.string(),
  linkedin: z.string(),
  instagram: z.string(),
})
export type EmailValues = z.infer<typeof EmailDraft>

export const emailValues = (settings: EmailSettings): EmailValues => z.parse(EmailDraft, settings)

/** Shown once the text has the maximum length (spec bulk §5: "reaches 1000 or more"). */
export const limitText = (text: string): string | undefined =>
  text.length >= EMAIL_TEXT_MAX ? EMAIL_TEXT_LIMIT : undefined

export const emailFaults = (values: EmailValues): Faults =>
  onlyFaults({
    ...Object.fromEntries(
      EMAIL_TEXTS.map(({ name }) => [name, values[name].length > EMAIL_TEXT_MAX && EMAIL_TEXT_LIMIT]),
    ),
    ...Object.fromEntries(
      SOCIAL_LINKS.map(({ network, host }) => [network, !isSocialLink(values[network]) && socialRefused(host)]),
    ),
    fromEmail: values.fromEmail.trim() !== '' && !isMail(values.fromEmail.trim()) && REPORT_FILE_TEXTS.mail,
  })

type Body = Args<typeof emailSettings.save>['body']
export const emailBody = (
  values: EmailValues,
  { active, version }: Pick<EmailSettings, 'active' | 'version'>,
  logo?: LogoChange,
): Body => ({ ...values, active, version, ...logoBody(logo) })
