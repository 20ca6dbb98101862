// The statuses of a vehicle asset, the reasons to add and remove one, and the rules of its fields with the
// specification's own messages (core §5). Forms, workbooks and the server use the same rules.
import { z } from 'zod/mini'
import { localText } from './texts/local-text.ts'

export const ASSET_STATUSES = [
  { id: 1, text: 'Activo', choosable: true },
  { id: 0, text: 'Inactivo', choosable: true },
  { id: 2, text: 'Información cambiada', choosable: false }, // set by the system only; hidden from the filter list
  { id: 3, text: 'Robado', choosable: true },
  { id: 4, text: 'En taller', choosable: true },
  { id: 7, text: 'En corralon', choosable: true },
  { id: 8, text: 'Vendido', choosable: true },
  { id: 9, text: 'Pérdida total', choosable: true },
] as const
export const ACTIVE = 1
export const assetStatusText = (id: number): string =>
  localText(ASSET_STATUSES.find((status) => status.id === id)?.text ?? `${id}`)

export const ACQUISITION_REASONS = [
  { id: 1, text: 'Expansión' },
  { id: 2, text: 'Reemplazo' },
] as const
export const acquisitionReasonText = (id: number): string =>
  ACQUISITION_REASONS.find((reason) => reason.id === id)?.text ?? `${id}`

/** Plate and VIN in the form in which they are stored and compared: upper case, no separators. */
export const bareIdentifier = (text: string): string => text.toUpperCase().replace(/[\s\-.]/g, '')

export const YEAR_MIN = 1950
/** The newest model year accepted: the current year + 2. @param thisYear the current year, from the caller's clock */
export const yearMax = (thisYear: number): number => thisYear + 2
export const DOORS_MAX = 10

export const required = (label: string): string => `${label} es requerido!`
export const notANumber = (label: string): string => `${label} no es un número válido!`
export const outOfRange = (label: string, min: number, max: number): string =>
  `${label} debe ser entre ${min} y ${max}.`

// Spec core §5: the add form requires a minimum of 3 for the plate, the edit form 3–10 and alphanumeric.
export const Plate = z
  .string()
  .check(
    z.minLength(1, { error: 'La placa es un valor necesario', abort: true }),
    z.minLength(3, { error: 'Mínimo 3 caracteres', abort: true }),
    z.maxLength(10, { error: 'Tamaño de placa no válido', abort: true }),
    z.regex(/^[A-Z0-9]+$/i, 'La placa solo puede contener caracteres alfanuméricos'),
  )
export const Vin = z
  .string()
  .check(
    z.minLength(1, { error: 'El VIN es un valor necesario', abort: true }),
    z.length(17, { error: 'El VIN debe de contener 17 caracteres.', abort: true }),
    z.regex(/^[A-Z0-9]+$/i, 'El VIN solo puede contener caracteres alfanuméricos'),
  )
