// Redacts an error for the log: its kind, its place, and PostgreSQL's object names. Its message is logged only if it
// cannot contain a value: the database quotes refused values, a parser its input, a mail server the address.

type RedactedError = {
  type: string
  /** Not named `message`: other serialisers would treat the object as an error. */
  says?: string
  at?: readonly string[]
  cause?: RedactedError
} & { [name in (typeof NAMES)[number]]?: string }

const NAMES = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'dataType', 'routine', 'syscall'] as const
const NAME = /^[\w.$-]{1,80}$/
const FRAMES = 12
const CAUSES = 3
const LONGEST = 240
const MASK = '…'

const QUOTES = /["`«»“”‘’]|(?<![\p{L}\d])'|'(?![\p{L}\d])/gu
/** From the first quote to the last: the quoted text may contain quotes. */
const unquoted = (text: string): string => {
  const places = [...text.matchAll(QUOTES)].map(({ index }) => index)
  const [first] = places
  if (first === undefined) return text
  return text.slice(0, first) + MASK + (places.length > 1 ? text.slice((places.at(-1) ?? 0) + 1) : '')
}

/**
 * Removes possible values: text in quotes, addresses, and words with three digits or more (plates, tax ids,
 * telephones).
 */
export const maskText = (text: string): string =>
  unquoted(text.slice(0, 4_000))
    .replace(/(?<!\S)[^\s@]*@\S*/g, MASK)
    .replace(/(?<!\S)[^\s\d]*\d[^\s\d]*\d[^\s\d]*\d\S*/g, MASK)
    .slice(0, LONGEST)

const isFrame = (line: string): boolean => /^\s+at .{1,300}$/.test(line)
/** The stack without its message: only lines that name a place in the code. */
const framesOf = ({ stack = '', message }: Error): string[] => {
  const begin = message ? stack.indexOf(message) : -1
  const rest = begin < 0 ? stack : stack.slice(begin + message.length)
  return rest
    .split('\n')
    .filter(isFrame)
    .slice(0, FRAMES)
    .map((line) => line.trim())
}

export const redactError = (error: unknown, depth = 0): RedactedError => {
  if (!(error instanceof Error)) return { type: typeof error }
  const known = error as unknown as Record<string, unknown>
  const names = NAMES.flatMap((name) => {
    const value = known[name]
    return typeof value === 'string' && NAME.test(value) ? [[name, value] as const] : []
  })
  return {
    type: NAME.test(error.constructor.name) ? error.constructor.name : 'Error',
    says: maskText(error.message),
    ...Object.fromEntries(names),
    at: framesOf(error),
    ...(error.cause !== undefined && depth < CAUSES ? { cause: redactError(error.cause, depth + 1) } : {}),
  }
}
