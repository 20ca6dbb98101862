// What is typed about how the company's letters look: what is wrong with it, and as the server takes it (spec bulk §5).
import type { Args } from '@padron/contract/call'
import {
  type EmailSettings,
  type emailSettings,
  isSocialLink,
  LETTER_TEXT_LIMIT,
  LETTER_TEXT_MAX,
  SOCIAL_LINKS,
  socialRefused,
} from '@padron/contract/email-settings'
import { isMail } from '@padron/contract/exports'
import { REPORT_FILE_TEXTS } from '@padron/contract/reports'
import { z } from 'zod/mini'
import type { Faults } from '../../api/form-refusal.ts'

export const LETTER_TEXTS = [
  { name: 'header', label: 'Cuerpo', hint: 'Va antes de cada reporte: un saludo, o qué se espera de quien lo recibe.' },
  { name: 'footer', label: 'Pie', hint: 'Va al final, en letra menor.' },
  { name: 'contactFooter', label: 'Contacto', hint: 'A quién preguntar: nombre, teléfono, dirección.' },
] as const

const Values = z.object({
  header: z.string(),
  footer: z.string(),
  contactFooter: z.string(),
  fromEmail: z.string(),
  facebook: z.string(),
  twitter: z.string(),
  linkedin: z.string(),
  instagram: z.string(),
})
export type LetterValues = z.infer<typeof Values>
const LETTER_NAMES = Object.keys(Values.shape) as (keyof LetterValues)[]
const Draft = z.object({ values: Values, base: Values })
export type LetterDraft = z.infer<typeof Draft>
/** @param kept by whatever version of the console */
export const readLetterDraft = (kept: unknown): LetterDraft | undefined => z.safeParse(Draft, kept).data

export const letterValues = (settings: EmailSettings): LetterValues => {
  const { header, footer, contactFooter, fromEmail, facebook, twitter, linkedin, instagram } = settings
  return { header, footer, contactFooter, fromEmail, facebook, twitter, linkedin, instagram }
}

const trimmed = (values: LetterValues): LetterValues =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()])) as LetterValues

export const isSameLetter = (one: LetterValues, other: LetterValues): boolean =>
  JSON.stringify(trimmed(one)) === JSON.stringify(trimmed(other))

/** What is typed once `sent` was stored as `stored`: only what was changed since is still one's own. */
export const typedSince = (typed: LetterValues, sent: LetterValues, stored: LetterValues): LetterValues =>
  Object.fromEntries(
    LETTER_NAMES.map((name) => [name, typed[name] === sent[name] ? stored[name] : typed[name]]),
  ) as LetterValues

/** Said from the last letter that fits on (spec bulk §5: "reaches 1000 or more"). */
export const limitText = (text: string): string | undefined =>
  text.length >= LETTER_TEXT_MAX ? LETTER_TEXT_LIMIT : undefined

export const letterFaults = (values: LetterValues): Faults => ({
  ...Object.fromEntries(
    LETTER_TEXTS.flatMap(({ name }) => (values[name].length > LETTER_TEXT_MAX ? [[name, LETTER_TEXT_LIMIT]] : [])),
  ),
  ...Object.fromEntries(
    SOCIAL_LINKS.flatMap(({ network, host }) =>
      isSocialLink(values[network]) ? [] : [[network, socialRefused(host)]],
    ),
  ),
  ...(values.fromEmail.trim() !== '' && !isMail(values.fromEmail.trim()) && { fromEmail: REPORT_FILE_TEXTS.mail }),
})

export type NewLogo = { name: string; size: number; dataUrl: string; format: string }
/** What becomes of the logo: a new one, none of its own, or the one there is. */
export type LogoChange = NewLogo | 'remove' | undefined

const logoBody = (logo: LogoChange) => {
  if (logo === undefined) return {}
  if (logo === 'remove') return { removeLogo: true }
  return { imageB64: logo.dataUrl.slice(logo.dataUrl.indexOf(',') + 1), imageFormat: logo.format }
}

type Body = Args<typeof emailSettings.save>['body']
export const letterBody = (
  values: LetterValues,
  { active, version }: Pick<EmailSettings, 'active' | 'version'>,
  logo?: LogoChange,
): Body => ({ ...trimmed(values), active, version, ...logoBody(logo) })
