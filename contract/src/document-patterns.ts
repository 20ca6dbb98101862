// The pattern that a document's field may ask for, run by an engine without backtracking (RE2): its time is at most
// the text's length times the pattern's size, and both are bounded. The same in the browser and on the server. Only
// what shows documents' forms imports this file.

import { RE2JS } from 're2js'
import { numberText } from './count-of.ts'

/** How a field says that it asks for no pattern (spec core §5). */
export const NO_PATTERN = '-'
export const PATTERN_AT_MOST = 200
/**
 * Steps of a pattern with its repetitions written out. A value of 1,000 letters then takes some 10 ms, most patterns
 * 0.2.
 */
const STEPS_AT_MOST = 1_000
/** A step is one or two of the engine's instructions: `.{0,9}` has two for each. */
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
 * About how many steps the pattern has with its repetitions written out: known before it is compiled, which costs as
 * much as that.
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

/** @returns why the pattern is not taken, in Spanish; undefined where it may be used */
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

/** Whether the whole value is as the pattern says. One that would not be taken fits nothing. */
export const fitsPattern = (pattern: string, value: string): boolean => {
  if (!asks(pattern)) return true
  if (stepsIn(pattern) > STEPS_AT_MOST) return false
  try {
    return compile(pattern).matches(value)
  } catch {
    return false
  }
}
