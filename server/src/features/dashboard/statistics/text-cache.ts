// Caches serialized figures in the process: serializing a hundred kilobytes takes longer than the rest of a read.
import { LRUCache } from 'lru-cache'

type Text = { of: string; text: string }
export type TextCache = (name: string, of: string, make: () => Promise<string>) => Promise<string>

const CHARACTERS_AT_MOST = 16_000_000

/**
 * @returns a function that returns the text cached for `name` and `of`, and creates it again when `of` differs; the
 * least recently read texts are evicted first
 */
export const createTextCache = (atMost = CHARACTERS_AT_MOST): TextCache => {
  const texts = new LRUCache<string, Text>({ maxSize: atMost, sizeCalculation: ({ text }) => text.length || 1 })
  return async (name, of, make) => {
    const known = texts.get(name)
    if (known?.of === of) return known.text
    const text = await make()
    texts.set(name, { of, text })
    return text
  }
}
