// The kinds of dates that fall due, and the statuses of vehicles without obligations. Separate from the calls, because
// the fleet's filters use them too.
import { z } from 'zod/mini'
import { PAY_WORDS } from '../texts/payment-labels.ts'

export const OBLIGATION_KINDS = [
  { kind: 'document', MX: 'Documento', CO: 'Documento' },
  { kind: 'insurance', MX: 'Seguro', CO: 'SOAT' },
  { kind: 'inspection', MX: 'Verificación', CO: 'RTM' },
  { kind: 'card', MX: 'Tarjeta de circulación', CO: 'Licencia de tránsito' },
  { kind: 'plate', MX: 'Placas', CO: 'Placas' },
  { kind: 'payment', MX: PAY_WORDS.MX.line, CO: PAY_WORDS.CO.line },
] as const
export const ObligationKind = z.enum(
  ['document', 'insurance', 'inspection', 'card', 'plate', 'payment'],
  'Tipo de vencimiento no válido',
)
export type ObligationKind = z.infer<typeof ObligationKind>
/** The kinds of reminders: dates of vehicles, and official calendars that apply to some of them. */
export const ReminderKind = z.enum(
  ['document', 'insurance', 'inspection', 'card', 'plate', 'payment', 'calendar'],
  'Tipo de vencimiento no válido',
)
export type ReminderKind = z.infer<typeof ReminderKind>
/** Statuses of vehicles without obligations: inactive, sold, total loss. */
export const UNOBLIGED: readonly number[] = [0, 8, 9]
