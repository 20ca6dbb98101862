// The characters of a line, by what the text recogniser says of each step along it: a character that stands for
// several steps is one, and the blank parts two that are alike (connectionist temporal classification). Pure.

/** For each step and each class, how likely it is; class 0 is the blank. */
export type Steps = { values: Float32Array; steps: number; classes: number }

/** Of a class, the character that is kept: a capital or a digit. Undefined: it never is. */
export type Alphabet = readonly (string | undefined)[]

const PLATE_CHARACTER = /^[A-Z0-9]$/
/** Between the groups of a plate: read, and left out. */
const SEPARATORS: readonly string[] = ['-', '·', '.', '•', ' ']

/** @param dictionary the recogniser's characters, one a line; it has the space as its last class */
export const alphabetOf = (dictionary: string): Alphabet => {
  const characters = ['', ...dictionary.replace(/\r/g, '').replace(/\n$/, '').split('\n'), ' ']
  return characters.map((character) => {
    if (PLATE_CHARACTER.test(character)) return character
    return character === '' || SEPARATORS.includes(character) ? '' : undefined
  })
}

/** Capitals and digits only: of other characters the likeliest of these is taken. */
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
