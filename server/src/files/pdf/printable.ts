// What documents can show of a text that anybody may have written: what the font does not have is a square, what is
// invisible is left out, and a word as long as a line may be broken.
import { join } from 'node:path'
import { normalize } from '@padron/contract/normalize'
import { signsOf } from './font-signs.ts'

const FONTS = join(import.meta.dirname, 'fonts')
const [regular, bold] = ['Regular', 'Bold'].map((style) => signsOf(join(FONTS, `LiberationSans-${style}.ttf`)))
const known = (sign: string): boolean => {
  const code = sign.codePointAt(0) ?? 0
  return regular?.has(code) === true && bold?.has(code) === true
}

const SIGNS_AT_MOST = 1_500
const WORD_AT_MOST = 26
const BREAK = '\u200b' // may end a line, and shows nothing
const SQUARE = '□'

// Controls, marks of direction, halves of signs, and whatever is put onto the sign before it: our languages need none
// of them once their letters are composed.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]|\p{M}|\p{Emoji_Modifier}/gu
const LONG_WORD = new RegExp(`\\S{${WORD_AT_MOST + 1},}`, 'gu')
const PART = new RegExp(`\\S{1,${WORD_AT_MOST / 2}}`, 'gu')

const cut = (text: string): string => {
  const signs = Array.from(text.slice(0, 2 * SIGNS_AT_MOST))
  return text.length <= SIGNS_AT_MOST || signs.length <= SIGNS_AT_MOST
    ? text
    : `${signs.slice(0, SIGNS_AT_MOST).join('')}…`
}

/** One line of what the letters can show. */
export const printable = (text: string): string =>
  Array.from(normalize(cut(text), 'NFC').replace(/\s+/gu, ' ').replace(UNSEEN, ''))
    .map((sign) => (known(sign) ? sign : SQUARE))
    .join('')
    .replace(LONG_WORD, (word) => word.match(PART)?.join(BREAK) ?? word)

/** The same data with every text in it made printable. */
export const printableData = (data: unknown): unknown => {
  if (typeof data === 'string') return printable(data)
  if (Array.isArray(data)) return data.map(printableData)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, printableData(value)]))
}
