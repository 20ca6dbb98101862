// The database function `fold` in JavaScript: ignores case and accents. A test compares both over every letter.

const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['áàäâã', 'a'],
    ['éèëê', 'e'],
    ['íìïî', 'i'],
    ['óòöôõ', 'o'],
    ['úùüû', 'u'],
    ['ñ', 'n'],
    ['ç', 'c'],
  ].flatMap(([from = '', to = '']) => [...from].map((character) => [character, to])),
)

const ASCII = /^[\0-\x7f]*$/

/** Per character, as the database does: rules of a language (a final sigma, a dotted I) are not applied. */
const lower = (character: string): string => {
  const small = character.toLowerCase()
  if (small.length <= character.length) return small
  return character === 'İ' ? 'i' : character
}

export const fold = (text: string): string => {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text) {
    const small = lower(character)
    folded += ACCENTS[small] ?? small
  }
  return folded
}

/** Compares by code point, as the database's collation "C"; JavaScript compares by UTF-16 unit. */
export const inOrder = (a: string, b: string): number => {
  const end = Math.min(a.length, b.length)
  for (let i = 0; i < end; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return (x >= 0xd800 ? lifted(x) : x) - (y >= 0xd800 ? lifted(y) : y)
  }
  return a.length - b.length
}
/** Surrogates sort after all other units. */
const lifted = (half: number): number => (half < 0xe000 ? half + 0x10000 : half)
