// VIN (NIV): check digit, model-year code and their hints. ISO 3779 and 49 CFR 565; NOM-131-SCFI-2004 in Mexico. These
// only warn: the specification's rule (17, alphanumeric) is in assets.ts, and European, Asian and Mercosur vehicles can
// have anything in position 9.

export const VIN_ALPHABET = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789' // A = 1980 and again 2010: the codes repeat every thirty years
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const ROWS = ['.ABCDEFGH', '.JKLMN.P.R', '..STUVWXYZ'] // a letter's value is its position in its row

const worth = (char: string): number =>
  /\d/.test(char) ? Number(char) : Math.max(0, ...ROWS.map((row) => row.indexOf(char)))

/**
 * The expected digit (or X) of position 9.
 * @param vin 17 upper-case characters; its own position 9 is ignored
 */
export const vinCheckDigit = (vin: string): string => {
  const sum = [...vin].reduce((total, char, i) => total + worth(char) * (WEIGHTS[i] ?? 0), 0)
  return sum % 11 === 10 ? 'X' : `${sum % 11}`
}

export const vinShapeIsOk = (vin: string): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)
export const vinCheckDigitIsOk = (vin: string): boolean => vinShapeIsOk(vin) && vinCheckDigit(vin) === vin[8]

/** Possible model years of position 10, oldest first; empty for an invalid code. */
export const vinYears = (vin: string): readonly number[] => {
  const index = YEAR_CODES.indexOf(vin[9] ?? ' ')
  return index < 0 ? [] : [1980 + index, 2010 + index]
}

/** The code of a model year for position 10. */
export const vinYearCode = (year: number): string => YEAR_CODES[(((year - 1980) % 30) + 30) % 30] ?? '0'

const LIKELY: Readonly<Record<string, string>> = { I: '1', O: '0', Q: '0' }

/**
 * The warning about a VIN with invalid letters, which the specification accepts.
 */
const letterWarning = (vin: string): string | undefined => {
  const letters = [...new Set(vin)].filter((char) => char in LIKELY).sort()
  if (letters.length === 0) return undefined
  const last = letters.at(-1) ?? ''
  const named = letters.length === 1 ? `la letra ${last}` : `las letras ${letters.slice(0, -1).join(', ')} y ${last}`
  return `Un VIN no lleva ${named}; ¿quiso escribir ${vin.replace(/[IOQ]/g, (char) => LIKELY[char] ?? char)}?`
}

/**
 * Warnings in Spanish.
 * @param vin 17 upper-case alphanumerics
 * @param year the year typed beside it
 */
export const vinWarnings = (vin: string, year: number | null): string[] => {
  const letters = letterWarning(vin)
  if (letters) return [letters]
  const out: string[] = []
  if (new Set(vin).size < 5) out.push('El VIN repite casi siempre los mismos caracteres; revíselo.')
  if (vinCheckDigit(vin) !== vin[8]) {
    out.push(`El dígito verificador del VIN (posición 9) debería ser ${vinCheckDigit(vin)} y es ${vin[8]}; revíselo.`)
  }
  const years = vinYears(vin)
  if (year !== null && years.length > 0 && !years.some((candidate) => Math.abs(candidate - year) <= 1)) {
    out.push(`El VIN indica año modelo ${years.join(' o ')} y se escribió ${year}.`)
  }
  return out
}
