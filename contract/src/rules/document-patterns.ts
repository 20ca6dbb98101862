// Patterns of document fields, run by an engine without backtracking (RE2): the time is at most the text's length times
// the pattern's size, and both are bounded. The browser and the server use the same code. Only the forms of documents
// import this file.
import { RE2JS } from 're2js'
import { numberText } from '../texts/count-of.ts'

/** The value of a field without a pattern (spec core §5). */
export const NO_PATTERN = '-'
export const PATTERN_AT_MOST = 200
/**
 * Maximum steps of a pattern with its repetitions expanded. A value of 1,000 letters then takes about 10 ms, with most
 * patterns 0.2.
 */
const STEPS_AT_MOST = 1_000
/** A step compiles to one or two instructions of the engine: `.{0,9}` has two for each. */
const INSTRUCTIONS_AT_MOST = 2 * STEPS_AT_MOST + 100
const tooLarge = (): string =>
  `La expresión regular repite demasiado: escrita sin repeticiones pasa de ${numberText(STEPS_AT_MOST)} pasos.`

const asks = (pattern: string): boolean => pattern.trim() !== '' && pattern !== NO_PATTERN

const KNOWN: readonly (readonly [RegExp, string])[] = [
  [
    /invalid or unsupported Perl syntax|named capture: `\(\?<[=!]/i,
    'No se aceptan condiciones que miran adelante o atrás, como (?=…) o (?<!…).',
  ],
  [/invalid escape sequence/i, 'Tiene una secuencia con \\ que no se acepta; las referencias como \\1 tampoco.'],
  [/missing closing \)|unexpected \)/i, 'Le sobra o le falta un paréntesis.'],
  [
    /missing closing \]|invalid character class/i,
    'Le sobra o le falta un corchete, o el rango de un corchete está al revés.',
  ],
  [
    /repeat(?:ition)? (?:count|size)|bad repetition|invalid nested repetition|missing argument to repetition/i,
    'Una repetición no es válida: cuente con mil como máximo y no repita una repetición.',
  ],
]

const PIECE = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[\s\S]/gu

/**
 * Estimates the steps of the pattern with its repetitions expanded, before compiling it, because compiling costs as
 * much as that number.
 */
const stepsIn = (pattern: string): number => {
  const open: number[] = []
  let all = 0
  let last = 0
  for (const [piece, least, most] of pattern.matchAll(PIECE)) {
    if (least !== undefined) {
      const times = Math.max(Number(least), Number(most || 0), 1)
      all += last * (times - 1)
      last *= times
    } else if (piece === '(') open.push(all)
    else if (piece === ')') last = all - (open.pop() ?? all)
    else if (!'*+?|'.includes(piece)) {
      last = 1
      all++
    }
  }
  return all
}

const CACHE_SIZE = 500
const compiled = new Map<string, RE2JS>()
const compile = (pattern: string): RE2JS => {
  const known = compiled.get(pattern)
  if (known) return known
  const made = RE2JS.compile(pattern)
  if (compiled.size >= CACHE_SIZE) compiled.clear()
  compiled.set(pattern, made)
  return made
}

/** @returns why the pattern is refused, in Spanish; undefined if it is valid */
export const patternFault = (pattern: string): string | undefined => {
  if (!asks(pattern)) return undefined
  if (pattern.length > PATTERN_AT_MOST) return `La expresión regular tiene ${PATTERN_AT_MOST} caracteres como máximo.`
  if (stepsIn(pattern) > STEPS_AT_MOST) return tooLarge()
  try {
    return RE2JS.compile(pattern).programSize() > INSTRUCTIONS_AT_MOST ? tooLarge() : undefined
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const why = KNOWN.find(([about]) => about.test(detail))?.[1]
    return `La expresión regular no es válida.${why ? ` ${why}` : ''}`
  }
}

/** Whether the pattern matches the whole value. A refused pattern matches nothing. */
export const fitsPattern = (pattern: string, value: string): boolean => {
  if (!asks(pattern)) return true
  if (stepsIn(pattern) > STEPS_AT_MOST) return false
  try {
    return compile(pattern).matches(value)
  } catch {
    return false
  }
}
