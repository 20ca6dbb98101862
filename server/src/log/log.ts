// The log: a line of JSON for each event or failure, on standard output. fields.ts defines the allowed fields; messages
// are literals of the code.
import { hostname } from 'node:os'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { activeIds } from '../tracing/spans.ts'
import { maskText } from './error-redaction.ts'
import { allowed } from './fields.ts'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Programs whose log lines are passed on: these may contain anything. */
const OTHERS = new Set(['postgres', 'simulator'])
type Line = Record<string, unknown>

/** Without a message of its own a line would get that of its error. */
const inOurWords = (args: unknown[]): [Line, string] => {
  const [first, second] = args
  if (typeof first === 'string') return [{}, first]
  const line: Line = first instanceof Error ? { err: first } : ((first ?? {}) as Line)
  const words = typeof second === 'string' ? second : 'failed'
  return [line, OTHERS.has(String(line.part)) ? maskText(words) : words]
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>
const logMethod: LogMethod = function (args, write) {
  const [line, words] = inOurWords(args)
  write.call(this, line, words)
}

/** @param role of this process @param to another destination than standard output */
export const makeLog = (level: Level, role: string, to?: DestinationStream) => {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid, host: hostname(), role },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }), log: allowed },
    hooks: { logMethod },
    mixin: () => activeIds() ?? {},
  }
  const log = to ? pino(options, to) : pino(options)
  const { child } = log
  // Filters a child's fields too: the library has no hook for them.
  log.child = function (this: typeof log, bindings: Line, ...rest: never[]) {
    return child.call(this, allowed(bindings), ...rest)
  } as typeof child
  return log
}
