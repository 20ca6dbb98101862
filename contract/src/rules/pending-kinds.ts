// The kinds of tasks about a vehicle, in the words of each country.
import { z } from 'zod/mini'
import { PAY_WORDS } from '../texts/payment-labels.ts'

/**
 * `worth`: the amount that a source reports; other kinds have none. The names are those of the filter and of a task's
 * second line.
 */
export const PENDING_KINDS = [
  { kind: 'insurance', worth: false, MX: 'Seguro', CO: 'SOAT' },
  { kind: 'inspection', worth: false, MX: 'Verificación', CO: 'RTM' },
  { kind: 'card', worth: false, MX: 'Tarjeta de circulación', CO: 'Licencia de tránsito' },
  { kind: 'plate', worth: false, MX: 'Placas', CO: 'Placas' },
  { kind: 'document', worth: false, MX: 'Documento que vence', CO: 'Documento que vence' },
  { kind: 'missing', worth: false, MX: 'Documento que falta', CO: 'Documento que falta' },
  { kind: 'payment', worth: true, MX: PAY_WORDS.MX.line, CO: PAY_WORDS.CO.line },
  { kind: 'fine', worth: true, MX: 'Multas', CO: 'Comparendos y multas' },
  { kind: 'tax', worth: true, MX: 'Tenencia y refrendo', CO: 'Impuesto' },
  { kind: 'debt', worth: true, MX: 'Otros adeudos', CO: 'Otras deudas' },
  { kind: 'capture', worth: false, MX: 'Captura manual', CO: 'Captura manual' },
  { kind: 'difference', worth: false, MX: 'Diferencia por conciliar', CO: 'Diferencia por conciliar' },
] as const

const KINDS = PENDING_KINDS.map(({ kind }) => kind)
export type PendingKind = (typeof PENDING_KINDS)[number]['kind']
export const PendingKind = z.enum(KINDS as [PendingKind, ...PendingKind[]], 'Tipo de pendiente no válido')

/** The kinds that a country does not have: Colombia's sources report neither tenencia nor other debts. */
const ABSENT: Readonly<Record<'MX' | 'CO', readonly PendingKind[]>> = { MX: [], CO: ['tax', 'debt'] }
export const pendingKindsOf = (country: 'MX' | 'CO') =>
  PENDING_KINDS.filter(({ kind }) => !ABSENT[country].includes(kind))
