// Rows as COPY writes them in its text format: a row on a line, values between tabs, \N for none. They come in
// whatever pieces.

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const written = (text: string): string | null => {
  if (text === '\\N') return null
  return !text.includes('\\')
    ? text
    : text.replace(/\\(.)/gs, (_, character: string) => ESCAPED[character] ?? character)
}

/** @returns takes the next piece, and gives `row` every row that it ends */
export const rowsFrom = (row: (values: (string | null)[]) => void): ((piece: Uint8Array) => void) => {
  const decoder = new TextDecoder()
  let rest = ''
  return (piece) => {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const values = line.split('\t')
      row(line.includes('\\') ? values.map(written) : values)
    }
  }
}
