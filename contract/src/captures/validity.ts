// The validity of captured answers: the company's days by type, or the default. Tenencia and refrendo are paid from
// January to March, when amounts and surcharges change.
import { z } from 'zod/mini'
import { CAPTURE_FORMS } from './forms.ts'

export const CAPTURE_DAYS = 30
const CAPTURE_SEASON_DAYS = 7
export const CAPTURE_DAYS_AT_MOST = 365
/** Tenencia, refrendo and forced tenencia. */
const SEASONAL: ReadonlySet<number> = new Set([0, 8, 10])
export const isSeasonal = (typeId: number): boolean => SEASONAL.has(typeId)

export const CaptureInterval = z.object({
  resourceTypeId: z.int(),
  days: z.int(),
  /** For captures from January to March. */
  seasonDays: z.int(),
})
export type CaptureInterval = z.infer<typeof CaptureInterval>

export const defaultInterval = (resourceTypeId: number): CaptureInterval => ({
  resourceTypeId,
  days: CAPTURE_DAYS,
  seasonDays: isSeasonal(resourceTypeId) ? CAPTURE_SEASON_DAYS : CAPTURE_DAYS,
})

/** @param month 1 to 12, the month of the capture */
export const captureDays = ({ days, seasonDays }: CaptureInterval, month: number): number =>
  month <= 3 ? seasonDays : days

/** Every type that can be captured. */
export const CAPTURED_TYPES: readonly number[] = CAPTURE_FORMS.map(({ type }) => type)
