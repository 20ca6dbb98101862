// What kinds of dates fall due, and of which vehicles none does any more. Apart from the calls: filters of the fleet
// name them too.
import { z } from 'zod/mini'

export const OBLIGATION_KINDS = [
  { kind: 'document', MX: 'Documento', CO: 'Documento' },
  { kind: 'insurance', MX: 'Seguro', CO: 'SOAT' },
  { kind: 'inspection', MX: 'Verificación', CO: 'RTM' },
  { kind: 'card', MX: 'Tarjeta de circulación', CO: 'Licencia de tránsito' },
  { kind: 'plate', MX: 'Placas', CO: 'Placas' },
  { kind: 'payment', MX: 'Línea de pago', CO: 'Línea de pago' },
] as const
export const ObligationKind = z.enum(
  ['document', 'insurance', 'inspection', 'card', 'plate', 'payment'],
  'Tipo de vencimiento no válido',
)
export type ObligationKind = z.infer<typeof ObligationKind>
/** Statuses of vehicles that are not obliged to anything any more: inactive, sold, total loss. */
export const UNOBLIGED: readonly number[] = [0, 8, 9]
