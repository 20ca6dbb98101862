// Finds plates in a text read from a photo. Text recognition confuses 0 with O, and takes a mark beside the plate for
// its first character. So the results are the spellings that fit a format of the country's plates with the fewest
// changes. Pure.
import type { Country } from '@padron/contract/places/countries'
import { PLATE_FORMATS } from '@padron/contract/vehicles/plates'

const LENGTH = { least: 4, most: 8 } as const
/** Characters beside the plate that are dropped, plus characters that are replaced. */
const CHANGES_AT_MOST = 2
const LINE_AT_MOST = 24
/** Maximum length of each line of a plate with two lines. */
const HALF_AT_MOST = 4

/** A digit, and the letters that it is confused with. */
const CONFUSABLE: readonly (readonly [digit: string, letters: string])[] = [
  ['0', 'OQD'],
  ['1', 'IL'],
  ['2', 'Z'],
  ['4', 'A'],
  ['5', 'S'],
  ['6', 'G'],
  ['8', 'B'],
]
const LETTERS = CONFUSABLE.map(([, letters]) => letters).join('')
const DIGITS = CONFUSABLE.map(([digit, letters]) => digit.repeat(letters.length)).join('')

/** For PostgreSQL's `translate`: gives spellings that are confused with each other the same text. */
export const CONFUSABLE_TRANSLATION = { from: LETTERS, to: DIGITS } as const
export const confusableKey = (plate: string): string =>
  [...plate].map((character) => DIGITS[LETTERS.indexOf(character)] ?? character).join('')

/** Every format has letters and digits; names of makes and states, and telephone numbers, do not. */
const hasBoth = (text: string): boolean => /[A-Z]/.test(text) && /\d/.test(text)

export type Spelling = { text: string; changes: number }

/** Parts of the lines that may be a plate as they are read. */
export const platesSpelled = (lines: readonly string[]): Spelling[] => {
  const halves = lines.slice(1).map((line, at) => ({ above: lines[at] ?? '', line }))
  const joined = halves
    .filter(({ above, line }) => above.length <= HALF_AT_MOST && line.length <= HALF_AT_MOST)
    .map(({ above, line }) => above + line)
  const found = new Map<string, number>()
  for (const line of [...lines, ...joined].filter(({ length }) => length <= LINE_AT_MOST))
    for (let length = Math.min(LENGTH.most, line.length); length >= LENGTH.least; length--) {
      const left = line.length - length
      if (left > CHANGES_AT_MOST) break
      for (let from = 0; from <= left; from++) {
        const text = line.slice(from, from + length)
        if (hasBoth(text)) found.set(text, Math.min(found.get(text) ?? left, left))
      }
    }
  return [...found].map(([text, changes]) => ({ text, changes }))
}

const fitted = (text: string, mask: string): Spelling | undefined => {
  let spelled = ''
  let changes = 0
  for (const [at, kind] of [...mask].entries()) {
    const read = text[at] ?? ''
    const isDigit = read >= '0' && read <= '9'
    const pair = CONFUSABLE.find(([digit, letters]) => (isDigit ? digit === read : letters.includes(read)))
    if ((kind === 'D') === isDigit) spelled += read
    else if (pair) {
      spelled += kind === 'D' ? pair[0] : pair[1][0]
      changes++
    } else return undefined
  }
  return { text: spelled, changes }
}

/** The plates that fit a format of the country with the fewest changes. */
export const platesFitted = (spellings: readonly Spelling[], country: Country): Spelling[] => {
  const found = new Map<string, number>()
  for (const { text, changes } of spellings)
    for (const { mask, pattern } of PLATE_FORMATS[country]) {
      // Formats with fixed letters, which are in quotes, only match the unchanged text.
      const bare = mask.replaceAll('-', '')
      const one = bare.includes("'") ? { text, changes: 0 } : bare.length === text.length && fitted(text, bare)
      if (!one || !pattern.test(one.text)) continue
      const all = changes + one.changes
      if (all <= CHANGES_AT_MOST) found.set(one.text, Math.min(found.get(one.text) ?? all, all))
    }
  const least = Math.min(...found.values())
  return [...found].filter(([, changes]) => changes === least).map(([text, changes]) => ({ text, changes }))
}
