// The values of an alert's form, their validation, and the body of the request. Pure.
import type { Alert } from '@padron/contract/alerts'
import { NO_RECIPIENT } from '@padron/contract/channels'
import { isMail } from '@padron/contract/exports'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { REPORT_MAILS_AT_MOST } from '@padron/contract/reports/rules'
import { z } from 'zod/mini'
import { amountOf } from '../../lib/typed-amount.ts'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'

/** Field values before they are valid, stored as a draft. */
export const AlertDraft = z.object({
  name: z.string(),
  viewId: z.nullable(z.number()),
  measure: z.enum(['vehicles', 'debt']),
  threshold: z.string(),
  mails: z.string(),
  channels: z._default(z.array(z.number()), []),
})
export type AlertValues = z.infer<typeof AlertDraft>

export const NEW: AlertValues = { name: '', viewId: null, measure: 'vehicles', threshold: '', mails: '', channels: [] }

const THRESHOLD_MAX = 999_999_999_999

export const toAlertValues = (
  { name, view, measure, threshold, mails, channels }: Alert,
  country: Country,
): AlertValues => ({
  name,
  viewId: view.viewId,
  measure,
  threshold: threshold.toLocaleString(COUNTRIES[country].locale, { maximumFractionDigits: 2 }),
  mails: mails.join(', '),
  channels: channels.map(({ channelId }) => channelId),
})

const mailsOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

const mailsFault = ({ mails: typed, channels }: AlertValues): string | undefined => {
  const mails = mailsOf(typed)
  const wrong = mails.find((mail) => !isMail(mail))
  if (wrong !== undefined) return `«${wrong}» no es un correo`
  if (mails.length > REPORT_MAILS_AT_MOST) return `${REPORT_MAILS_AT_MOST} correos como máximo`
  return mails.length + channels.length > 0 ? undefined : NO_RECIPIENT
}

/** The threshold as a number; undefined if the text is not a valid one. */
export const thresholdOf = ({ measure, threshold }: Pick<AlertValues, 'measure' | 'threshold'>): number | undefined => {
  const amount = amountOf(threshold)
  if (typeof amount !== 'number' || amount <= 0 || amount > THRESHOLD_MAX) return undefined
  return measure === 'vehicles' && !Number.isInteger(amount) ? undefined : amount
}

const thresholdFault = (values: AlertValues): string | undefined => {
  if (thresholdOf(values) !== undefined) return undefined
  const amount = amountOf(values.threshold)
  if (typeof amount !== 'number') return 'Escriba un número'
  if (amount <= 0) return 'Debe ser mayor que cero'
  return amount > THRESHOLD_MAX ? 'Es demasiado grande' : 'Escriba un número entero de vehículos'
}

export const validateAlert = (values: AlertValues): Faults =>
  onlyFaults({
    name: !values.name.trim() && 'Escriba un nombre para la alerta',
    viewId: values.viewId === null && 'Elija una vista',
    threshold: thresholdFault(values),
    mails: mailsFault(values),
  })

/** The body of the request. @param values without faults */
export const toAlertBody = (values: AlertValues, active: boolean) => {
  const { name, viewId, measure, mails, channels } = values
  const recipients = { mails: mailsOf(mails), channels: [...channels] }
  return { name, viewId: viewId ?? 0, measure, threshold: thresholdOf(values) ?? 0, ...recipients, active }
}
