// The pattern that a document's field may ask for, run by an engine whose time grows with the text and never with the pattern
// (RE2): the same in the browser and on the server. Only what shows documents' forms imports this file.
import { RE2JS } from 're2js'

/** How a field says that it asks for no pattern (spec core §5). */
export const NO_PATTERN = '-'
export const PATTERN_AT_MOST = 200

const asks = (pattern: string): boolean => pattern.trim() !== '' && pattern !== NO_PATTERN

const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/invalid or unsupported Perl syntax|named capture: `\(\?<[=!]/i, 'No se aceptan condiciones que miran adelante o atrás, como (?=…) o (?<!…).'],
  [/invalid escape sequence/i, 'Tiene una secuencia con \\ que no se acepta; las referencias como \\1 tampoco.'],
  [/missing closing \)|unexpected \)/i, 'Le sobra o le falta un paréntesis.'],
  [/missing closing \]|invalid character class/i, 'Le sobra o le falta un corchete, o el rango de un corchete está al revés.'],
  [/repeat(?:ition)? (?:count|size)|bad repetition|invalid nested repetition|missing argument to repetition/i, 'Una repetición no es válida: cuente con 1,000 como máximo y no repita una repetición.'],
] // biome-ignore format: a table to be read by columns

/** @returns why the pattern is not taken, in Spanish; undefined where it may be used */
export const patternFault = (pattern: string): string | undefined => {
  if (!asks(pattern)) return undefined
  if (pattern.length > PATTERN_AT_MOST) return `La expresión regular tiene ${PATTERN_AT_MOST} caracteres como máximo.`
  try {
    RE2JS.compile(pattern)
    return undefined
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const why = KNOWN.find(([about]) => about.test(said))?.[1]
    return `La expresión regular no es válida.${why ? ` ${why}` : ''}`
  }
}

/** Whether the whole value is as the pattern says. A pattern that cannot be compiled fits nothing. */
export const fitsPattern = (pattern: string, value: string): boolean => {
  if (!asks(pattern)) return true
  try {
    return RE2JS.compile(pattern).matches(value)
  } catch {
    return false
  }
}
