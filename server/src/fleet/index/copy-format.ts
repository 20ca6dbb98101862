// Parses rows in the text format of COPY: one row a line, values separated by tabs, \N for null. A chunk may end
// anywhere.

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const unescapeText = (text: string): string | null => {
  if (text === '\\N') return null
  return !text.includes('\\')
    ? text
    : text.replace(/\\(.)/gs, (_, character: string) => ESCAPED[character] ?? character)
}

/** @returns a function that parses the next chunk; `row` receives every complete row */
export const rowsFrom = (row: (values: (string | null)[]) => void): ((piece: Uint8Array) => void) => {
  const decoder = new TextDecoder()
  let rest = ''
  return (piece) => {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const values = line.split('\t')
      row(line.includes('\\') ? values.map(unescapeText) : values)
    }
  }
}
