// Finds the regular expressions in a source, and those whose time grows faster than their text: with a text from
// outside, such a pattern would block every answer of its process. Also finds uses of the engine's own text
// normalisation, which has the same problem.
import {
  type Argument,
  type CallExpression,
  type MemberExpression,
  type NewExpression,
  parseSync,
  Visitor,
  type VisitorObject,
} from 'oxc-parser'
import { checkSync } from 'recheck'

// the checker in JavaScript, without Java or a binary, so that its result is the same everywhere
process.env.RECHECK_SYNC_BACKEND = 'pure'

export type Pattern = { line: number; source: string; flags: string }
type Fault = { line: number; message: string }
export type Findings = { patterns: Pattern[]; faults: Fault[] }

/** Files whose patterns only read the product's own texts, with the reason. */
export const OWN_TEXTS: Readonly<Record<string, string>> = {
  'server/src/db/migrate/migration-rules.ts': 'reads the migrations of this repository, in a test',
}
/** The only file that uses the engine's normalisation: it checks the text first. */
const NORMALIZER = 'contract/src/normalize.ts'

const TIME = 120_000
/**
 * Enough effort to find every pattern that was found with ten times as much; a timeout counts as a refusal. The number
 * of characters read decides, not the time: by default a text that takes one second counts as an attack, which any text
 * may do on a busy machine.
 */
const EFFORT = {
  timeout: TIME,
  incubationTimeout: TIME,
  attackTimeout: TIME,
  attackLimit: 3_000_000,
  maxIteration: 3,
  maxInitialGenerationSize: 200,
  maxGenerationSize: 50,
}
const UNBOUNDED = /[*+]|\{\d*,/
/** Constructs that the checker does not support. */
const LOOKAROUND = /\(\?<?[=!][^()]*(?:[*+]|\{\d+,\})/

/**
 * The text of a template literal. An interpolated value counts as one digit: it must be a word, a number or a bounded
 * pattern.
 */
const templateText = (quasis: readonly { value: { cooked: string | null; raw: string } }[], isRaw: boolean): string =>
  quasis.map(({ value }) => (isRaw ? value.raw : (value.cooked ?? value.raw))).join('9')

type LiteralNode = Parameters<NonNullable<VisitorObject['Literal']>>[0]
type Construction = Pick<CallExpression | NewExpression, 'start' | 'callee' | 'arguments'>
const textOf = (node: Argument | undefined): string | undefined => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return templateText(node.quasis, false)
  return node?.type === 'TaggedTemplateExpression' ? templateText(node.quasi.quasis, true) : undefined
}

/** @param file its path, which determines its language and its exceptions */
export const readSource = (file: string, source: string): Findings => {
  const patterns: Pattern[] = []
  const faults: Fault[] = []
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length
  const takeLiteral = (node: LiteralNode): void => {
    if ('regex' in node)
      patterns.push({ line: lineOf(node.start), source: node.regex.pattern, flags: node.regex.flags })
  }
  const takeConstruction = ({ start, callee, arguments: [pattern, flags] }: Construction): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    const text = textOf(pattern)
    const known = flags === undefined ? '' : textOf(flags)
    if (text === undefined || known === undefined)
      faults.push({ line: lineOf(start), message: 'a pattern that cannot be read here: write it as a literal' })
    else patterns.push({ line: lineOf(start), source: text, flags: known })
  }
  const takeMember = ({ start, property }: MemberExpression): void => {
    if (property.type === 'Identifier' && property.name === 'normalize' && file !== NORMALIZER)
      faults.push({ line: lineOf(start), message: `normalises by itself: use normalize of ${NORMALIZER}` })
  }
  new Visitor({
    Literal: takeLiteral,
    NewExpression: takeConstruction,
    CallExpression: takeConstruction,
    MemberExpression: takeMember,
  }).visit(parseSync(file, source).program)
  return { patterns: file in OWN_TEXTS ? [] : patterns, faults }
}

/** @returns why it is refused; undefined if its time is proportional to its text */
export const patternFault = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | undefined => {
  if (!UNBOUNDED.test(source)) return undefined
  if (LOOKAROUND.test(source)) return 'repeats without end in a look-ahead or look-behind, which nobody can check'
  const verdict = checkSync(source, flags.replace(/[gyd]/g, ''), EFFORT) // these flags do not affect the time
  if (verdict.status === 'safe') return undefined
  return verdict.status === 'vulnerable'
    ? `takes more than in proportion to its text (${verdict.complexity.summary}): ${verdict.attack.pattern}`
    : `cannot be checked (${verdict.error.kind}): make it simpler`
}
