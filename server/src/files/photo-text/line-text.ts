// Decodes the characters of a line from the text recognizer's output per step: equal consecutive characters are one,
// and a blank separates two equal ones (connectionist temporal classification). Pure.

/** The probability of each class at each step; class 0 is the blank. */
export type Steps = { values: Float32Array; steps: number; classes: number }

/** The character of each class: a capital or a digit, '' for a separator; undefined: the class is never chosen. */
export type Alphabet = readonly (string | undefined)[]

const PLATE_CHARACTER = /^[A-Z0-9]$/
/** Characters between the groups of a plate: recognized and left out. */
const SEPARATORS: readonly string[] = ['-', '·', '.', '•', ' ']

/** @param dictionary the recognizer's characters, one per line; its last class is the space */
export const alphabetOf = (dictionary: string): Alphabet => {
  const characters = ['', ...dictionary.replace(/\r/g, '').replace(/\n$/, '').split('\n'), ' ']
  return characters.map((character) => {
    if (PLATE_CHARACTER.test(character)) return character
    return character === '' || SEPARATORS.includes(character) ? '' : undefined
  })
}

/** Capitals and digits only: instead of any other character, the most probable one of these. */
export const lineText = ({ values, steps, classes }: Steps, alphabet: Alphabet): string => {
  let text = ''
  let last = 0
  for (let step = 0; step < steps; step++) {
    let best = 0
    for (let one = 1; one < classes; one++)
      if (alphabet[one] !== undefined && (values[step * classes + one] ?? 0) > (values[step * classes + best] ?? 0))
        best = one
    if (best !== last) text += alphabet[best] ?? ''
    last = best
  }
  return text
}
