// Caches serialized figures in the process: serializing a hundred kilobytes takes longer than the rest of a read.
import { LRUCache } from 'lru-cache'

type Text = { of: string; text: string }
export type TextCache = (name: string, of: string, make: () => Promise<string>) => Promise<string>

const CHARACTERS_AT_MOST = 16_000_000

/**
 * @returns a function that gives the text cached for `name` and `of`, and makes it again when `of` differs; those
 * that were not read for longest are evicted first
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
