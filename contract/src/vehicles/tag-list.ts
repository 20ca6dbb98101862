// The tags of a vehicle in one cell: «Categoría: etiqueta», separated by commas. A name with a comma, a category's
// colon or a quotation mark is in double quotes, as in a CSV file: Zona: "norte, centro".
import { normalize } from '../normalize.ts'
import { TAG_NAME_AT_MOST } from '../tags.ts'

/** `category` is '' for a bare name, whose category depends on the existing tags. */
export type TagName = { category: string; name: string }

/** The category of a new tag without one. */
export const GENERAL_CATEGORY = 'General'
const TAGS_PER_VEHICLE = 30
/** Longer than any accepted list; such a text is not parsed. */
const LIST_AT_MOST = 8_000

const quote = (text: string, signs: RegExp): string => (signs.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The same as SQL's `tagWords` of the server (fleet/tag-list-sql.ts). */
export const tagWords = ({ category, name }: TagName): string =>
  category === '' ? quote(name, /[",:]/) : `${quote(category, /[",:]/)}: ${quote(name, /[",]/)}`

type Part = { text: string; end: number }

const skipSpaces = (text: string, from: number): number => {
  let at = from
  while (at < text.length && text.charAt(at).trim() === '') at++
  return at
}

/** The quoted text that starts at `from`; undefined if it is not closed just before a separator or the end. */
const quotedPart = (text: string, from: number, signs: string): Part | undefined => {
  let content = ''
  let at = from + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return undefined
    content += text.slice(at, close)
    if (text[close + 1] !== '"') {
      const end = skipSpaces(text, close + 1)
      return end === text.length || signs.includes(text.charAt(end)) ? { text: content.trim(), end } : undefined
    }
    content += '"'
    at = close + 2
  }
}

const partAt = (text: string, from: number, signs: string): Part => {
  const start = skipSpaces(text, from)
  const quoted = text[start] === '"' ? quotedPart(text, start, signs) : undefined
  if (quoted) return quoted
  let end = start
  while (end < text.length && !signs.includes(text.charAt(end))) end++
  return { text: text.slice(start, end).trim(), end }
}

/** Characters per letter: four are enough for any accepted name. */
const fits = (text: string): boolean =>
  text.length <= 4 * TAG_NAME_AT_MOST && [...normalize(text, 'NFC')].length <= TAG_NAME_AT_MOST

/** @returns the distinct tags in order, with names in lower case; or the fault */
export const readTagList = (text: string): TagName[] | string => {
  if (text.length > LIST_AT_MOST) return `Máximo ${LIST_AT_MOST} caracteres`
  const tags = new Map<string, TagName>()
  for (let at = 0; at < text.length; ) {
    const first = partAt(text, at, ',:')
    const hasCategory = text[first.end] === ':'
    const second = hasCategory ? partAt(text, first.end + 1, ',') : first
    at = second.end + 1
    const category = hasCategory ? first.text : ''
    if (second.text === '' && category === '') continue
    if (!fits(second.text.toLowerCase()) || !fits(category))
      return `Cada etiqueta y cada categoría tiene ${TAG_NAME_AT_MOST} caracteres como máximo.`
    if (second.text === '') return `La categoría «${category}» no tiene etiqueta.`
    const tag = { category, name: normalize(second.text.toLowerCase(), 'NFC') }
    tags.set(`${tag.category.toLowerCase()}:${tag.name}`, tag)
  }
  return tags.size > TAGS_PER_VEHICLE
    ? `Un vehículo lleva ${TAGS_PER_VEHICLE} etiquetas como máximo.`
    : [...tags.values()]
}
