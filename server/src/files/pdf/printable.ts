// Makes an untrusted text printable: characters that the font lacks become squares, invisible ones are removed, and
// very long words get places where a line may break.
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
const BREAK = '\u200b' // invisible; a line may break here
const SQUARE = '□'

// Controls, direction marks, surrogates and combining marks: our languages need none of them once their letters are
// composed.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]|\p{M}|\p{Emoji_Modifier}/gu
const LONG_WORD = new RegExp(`\\S{${WORD_AT_MOST + 1},}`, 'gu')
const PART = new RegExp(`\\S{1,${WORD_AT_MOST / 2}}`, 'gu')

const cut = (text: string): string => {
  const signs = Array.from(text.slice(0, 2 * SIGNS_AT_MOST))
  return text.length <= SIGNS_AT_MOST || signs.length <= SIGNS_AT_MOST
    ? text
    : `${signs.slice(0, SIGNS_AT_MOST).join('')}…`
}

/** One line with the characters of the font only. */
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
