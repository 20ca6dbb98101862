// Figures as they go over the wire, kept in the process: making the text of a hundred kilobytes takes longer than all
// else of a reading.
type Text = { of: string; text: string }
export type KeptTexts = (name: string, of: string, make: () => Promise<string>) => Promise<string>

const CHARACTERS_AT_MOST = 16_000_000

/**
 * @returns gives the text of that name made for `of`, and makes it anew for any other; the oldest are forgotten first
 */
export const keepTexts = (atMost = CHARACTERS_AT_MOST): KeptTexts => {
  const kept = new Map<string, Text>()
  let characters = 0
  const forget = (name: string): void => {
    characters -= kept.get(name)?.text.length ?? 0
    kept.delete(name)
  }
  return async (name, of, make) => {
    const known = kept.get(name)
    if (known?.of === of) return known.text
    const text = await make()
    forget(name)
    kept.set(name, { of, text })
    characters += text.length
    while (characters > atMost) forget(kept.keys().next().value ?? '')
    return text
  }
}
