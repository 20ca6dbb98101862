// The suggestion that a message makes for a cell: '¿quiso escribir Nuevo León?', or for single letters, 'no usa la
// letra O; ¿quiso escribir 0 o D?'. Pure.

const PROPOSAL = /¿quiso escribir ([^?¿]+)\?/
const LETTER = /la letra (\p{Lu})\b/u
const QUOTED = /«([^«»]+)»/g

/** The suggested words: one, or several that are quoted or single letters. */
const wordsOf = (proposed: string): readonly string[] => {
  const quoted = [...proposed.matchAll(QUOTED)].flatMap(([, word]) => word ?? [])
  if (quoted.length > 0) return quoted
  const letters = proposed.split(/, | o /)
  return letters.every((letter) => letter.length === 1) ? letters : [proposed]
}

/** The wrong part of the cell, which the message quotes before its question: one tag among others. */
const quotedPart = (message: string, text: string): string | undefined =>
  [...message.slice(0, message.search(PROPOSAL)).matchAll(QUOTED)]
    .flatMap(([, part]) => part ?? [])
    .find((part) => text.toLowerCase().includes(part.toLowerCase()))

/** The position of the part: between commas if it occurs so; in «Zona: norte, norte», «norte» is the second one. */
const placeOf = (text: string, part: string): number => {
  const [all, wanted] = [text.toLowerCase(), part.toLowerCase()]
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    const before = all.slice(0, at).trimEnd()
    const after = all.slice(at + wanted.length).trimStart()
    if ((before === '' || before.endsWith(',')) && (after === '' || after.startsWith(','))) return at
  }
  return all.indexOf(wanted)
}

const replaced = (text: string, part: string, word: string): string => {
  const at = placeOf(text, part)
  return text.slice(0, at) + word + text.slice(at + part.length)
}

export type Suggestion = {
  /** The suggested word, as in the message. */
  word: string
  /** The whole cell with the word. */
  text: string
}

/** @param text the current text of the cell */
export const suggestionsOf = (message: string, text: string): readonly Suggestion[] => {
  const proposed = PROPOSAL.exec(message)?.[1]
  if (!proposed) return []
  const letter = LETTER.exec(message)?.[1]
  const part = quotedPart(message, text)
  return wordsOf(proposed).map((word) => {
    if (letter && word.length === 1) return { word, text: text.toUpperCase().replaceAll(letter, word) }
    return { word, text: part ? replaced(text, part, word) : word }
  })
}
