// The state of a vehicle's documents and the values in them, as text and sign. Pure.
import { daysBetween } from '@padron/contract/days'
import { DOCUMENT_STATES, type DocumentTypeState } from '@padron/contract/documents/shapes'
import { documentValue, type ReadField } from '@padron/contract/rules/document-rules'
import type { Clock } from '../../lib/clock.ts'
import { localDay } from '../../lib/dates.ts'
import { nearSign } from '../../lib/day-texts.ts'
import { NOTHING } from '../../lib/money-text.ts'
import type { Sign } from '../../lib/status-texts.ts'
import { displayText } from '../../lib/typed-day.ts'

type Expiry = { sign: Sign; text: string }

const inDays = (days: number): string => {
  if (days === 0) return 'Vence hoy'
  return days === 1 ? 'Vence mañana' : `Vence en ${days} días`
}

/** A document is still valid on its last day. @param expiresOn a calendar day */
export const expiryOf = (expiresOn: string, { now, zone }: Clock): Expiry => {
  const today = localDay(now, zone)
  const sign = nearSign(expiresOn, today) ?? 'clear'
  const day = displayText(expiresOn)
  if (sign === 'debt') return { sign, text: `Venció el ${day}` }
  if (sign === 'warning') return { sign, text: `${inDays(daysBetween(today, expiresOn))}, el ${day}` }
  return { sign, text: `Vigente hasta el ${day}` }
}

const SIGNS: Readonly<Record<DocumentTypeState['standing'], Sign>> = {
  missing: 'debt',
  expired: 'debt',
  present: 'clear',
  exempt: 'unprocessed',
  optional: 'unprocessed',
}

/** The vehicle's state for a type of document. */
export const typeStateWords = ({ standing, expiresOn }: DocumentTypeState, clock: Clock): Expiry => {
  const has = standing === 'present' || standing === 'expired'
  if (has && expiresOn !== null) return expiryOf(expiresOn, clock)
  if (standing === 'present') return { sign: 'clear', text: 'Registrado, sin vencimiento' }
  return { sign: SIGNS[standing], text: DOCUMENT_STATES[standing] }
}

/**
 * The state of one document: an expired one is not urgent when another of its type is valid. @param typeState the state
 * of its type
 */
export const documentWords = (expiresOn: string, typeState: DocumentTypeState | undefined, clock: Clock): Expiry => {
  const own = expiryOf(expiresOn, clock)
  const covered = typeState?.standing === 'present' && (typeState.expiresOn === null || typeState.expiresOn > expiresOn)
  return covered ? { sign: 'unprocessed', text: `${own.text}; lo cubre otro documento` } : own
}

const MEDIA: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
}
/** The kind of file in words. */
export const mediaWord = (mediaType: string): string => MEDIA[mediaType] ?? 'Archivo'

/** The value of a field as text. @param value as stored */
export const valueText = (field: ReadField, value: string | null): string =>
  value === null || value === '' ? NOTHING : documentValue(field, value)

/** Whether a field has a pattern. Not imported from the contract's pattern rules, which load the pattern engine. */
export const hasPattern = (pattern: string): boolean => pattern !== '' && pattern !== '-'
