// Caches serialized figures in the process: serializing a hundred kilobytes takes longer than the rest of a read.
type Text = { of: string; text: string }
export type TextCache = (name: string, of: string, make: () => Promise<string>) => Promise<string>

const CHARACTERS_AT_MOST = 16_000_000

/**
 * @returns a function that gives the text cached for `name` and `of`, and makes it again when `of` differs; the oldest
 * entries are evicted first
 */
export const createTextCache = (atMost = CHARACTERS_AT_MOST): TextCache => {
  const texts = new Map<string, Text>()
  let characters = 0
  const evict = (name: string): void => {
    characters -= texts.get(name)?.text.length ?? 0
    texts.delete(name)
  }
  return async (name, of, make) => {
    const known = texts.get(name)
    if (known?.of === of) return known.text
    const text = await make()
    evict(name)
    texts.set(name, { of, text })
    characters += text.length
    while (characters > atMost) evict(texts.keys().next().value ?? '')
    return text
  }
}
