// Field types of portal answers: they accept the forms that sources really send (numbers as text and text as numbers,
// nulls) and reject values that could be misread. A missing key is rejected unless the field is wrapped as `maybe`.
import { z } from 'zod/mini'
import { isoDate } from './dates.ts'
import { colombianMoney, decimalMoney } from './money.ts'
import { clip, fold } from './text.ts'

const scalar = z.union([z.string(), z.number()])

/** A transform that rejects null. */
const strict = <T>(read: (value: string | number) => T | null) =>
  z.pipe(
    scalar,
    z.transform((value, context): T => {
      const found = read(value)
      if (found !== null) return found
      context.issues.push({ code: 'custom', message: 'illegible', input: value })
      return z.NEVER
    }),
  )

export const text = strict((value) => clip(String(value)) || null)
export const coMoney = strict(colombianMoney)
/** Plain decimals with a point, as programs write them. */
export const decimals = strict(decimalMoney)
export const date = strict((value) => isoDate(String(value)))
/** yyyy, between 1950 and 2100 */
export const year = strict((value) => (/^(19[5-9]\d|20\d\d|2100)$/.test(String(value)) ? Number(value) : null))
/** A count or a code: digits only. */
export const whole = strict((value) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : null))
/** A phrase for comparisons: upper case without accents. */
export const phrase = strict((value) => fold(String(value)) || null)

/** May be missing, null or empty; then null. */
export const maybe = z.pipe(
  z.optional(z.nullable(scalar)),
  z.transform((value) => clip(String(value ?? '')) || null),
)

/** More rows than any vehicle has are an invalid answer. */
export const rowsSchema = <T extends z.ZodMiniType>(row: T) => z.array(row).check(z.maxLength(5000))
