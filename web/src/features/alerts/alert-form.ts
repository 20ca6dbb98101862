// What is typed of an alert, what is wrong with it, and as it is sent. Pure.
import type { Alert } from '@padron/contract/alerts'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import { isMail, MAILS_REFUSED } from '@padron/contract/exports'
import { type Measure, REPORT_MAILS_AT_MOST } from '@padron/contract/report-rules'
import { amountOf } from '../../lib/typed-amount.ts'

export type AlertDraft = { name: string; viewId: number | null; measure: Measure; threshold: string; mails: string }
export type AlertFaults = Partial<Record<keyof AlertDraft, string>>
/** In the order of the form. */
export const ALERT_FIELDS = [
  'name',
  'viewId',
  'measure',
  'threshold',
  'mails',
] as const satisfies readonly (keyof AlertDraft)[]

const THRESHOLD_MAX = 999_999_999_999

export const newDraft = (viewId: number | null): AlertDraft => ({
  name: '',
  viewId,
  measure: 'vehicles',
  threshold: '',
  mails: '',
})

export const draftOf = ({ name, view, measure, threshold, mails }: Alert, country: Country): AlertDraft => ({
  name,
  viewId: view.viewId,
  measure,
  threshold: threshold.toLocaleString(COUNTRIES[country].locale, { maximumFractionDigits: 2 }),
  mails: mails.join(', '),
})

const mailsOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

const mailsFault = (typed: string): string | undefined => {
  const mails = mailsOf(typed)
  const wrong = mails.find((mail) => !isMail(mail))
  if (wrong !== undefined) return `«${wrong}» no es un correo`
  if (mails.length > REPORT_MAILS_AT_MOST) return `${REPORT_MAILS_AT_MOST} correos como máximo`
  return mails.length ? undefined : MAILS_REFUSED
}

/** As it was understood; undefined where it is no threshold. */
export const thresholdOf = ({ measure, threshold }: Pick<AlertDraft, 'measure' | 'threshold'>): number | undefined => {
  const amount = amountOf(threshold)
  if (typeof amount !== 'number' || amount <= 0 || amount > THRESHOLD_MAX) return undefined
  return measure === 'vehicles' && !Number.isInteger(amount) ? undefined : amount
}

const thresholdFault = (draft: AlertDraft): string | undefined => {
  if (thresholdOf(draft) !== undefined) return undefined
  const amount = amountOf(draft.threshold)
  if (typeof amount !== 'number') return 'Escriba un número'
  if (amount <= 0) return 'Debe ser mayor que cero'
  return amount > THRESHOLD_MAX ? 'Es demasiado grande' : 'Escriba un número entero de vehículos'
}

export const faultsOf = (draft: AlertDraft): AlertFaults => {
  const said = {
    name: draft.name.trim() ? undefined : 'Escriba un nombre para la alerta',
    viewId: draft.viewId === null ? 'Elija una vista' : undefined,
    threshold: thresholdFault(draft),
    mails: mailsFault(draft.mails),
  }
  return Object.fromEntries(Object.entries(said).filter(([, fault]) => fault !== undefined))
}

/** @returns undefined where something is wrong */
export const bodyOf = (draft: AlertDraft, active: boolean) => {
  const threshold = thresholdOf(draft)
  if (threshold === undefined || draft.viewId === null || Object.keys(faultsOf(draft)).length > 0) return undefined
  const { name, viewId, measure, mails } = draft
  return { name: name.trim(), viewId, measure, threshold, mails: mailsOf(mails), active }
}

export const isSame = (one: AlertDraft, other: AlertDraft): boolean =>
  ALERT_FIELDS.every((field) => one[field] === other[field])

/** A draft that an earlier visit left; undefined where it is none, of whatever version of the console. */
export const readDraft = (kept: unknown): AlertDraft | undefined => {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { name, viewId, measure, threshold, mails } = kept as Record<string, unknown>
  if (typeof name !== 'string' || typeof threshold !== 'string' || typeof mails !== 'string') return undefined
  if (measure !== 'vehicles' && measure !== 'debt') return undefined
  return { name, viewId: typeof viewId === 'number' ? viewId : null, measure, threshold, mails }
}
