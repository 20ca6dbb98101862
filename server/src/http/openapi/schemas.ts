// Adapts JSON schemas for programs in other languages: adds limits and formats, and removes keywords they cannot read.
import { Day, INSTANT_AT_MOST, Instant } from '@padron/contract/common'
import type { z } from 'zod/mini'

export type JsonSchema = z.core.JSONSchema.BaseSchema

const INT32 = 2 ** 31 - 1
const bitsOf = ({ minimum = -Infinity, maximum = Infinity }: JsonSchema): string =>
  minimum >= -INT32 && maximum <= INT32 ? 'int32' : 'int64'

/** Formats that are more precise than the pattern, with the maximum length of such a text. */
const FORMATS: Readonly<Record<string, number>> = { date: 10, 'date-time': INSTANT_AT_MOST, uuid: 36 }
const DAY = '^\\d{4}-\\d\\d-\\d\\d$'

/** A part of a pattern: a group, a class, an escape or a letter, and its quantifier. */
const TOKEN = /\((?:\?:)?|\)|\||\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}|\\.|[^\\]/gu
const TIMES = /^(?:\{(\d+)(?:,(\d*))?\}|([*+?]))/

/** @returns the length of the longest text that a pattern accepts; undefined if it has no limit */
const longest = (pattern: string): number | undefined => {
  let rest = pattern
  const timesOf = (): number => {
    const [all = '', least, most = least, sign] = TIMES.exec(rest) ?? []
    rest = rest.slice(all.length)
    if (all === '' || sign === '?') return 1
    return sign || most === '' ? Infinity : Number(most)
  }
  const oneOf = (): number => {
    let [best, length] = [0, 0]
    while (rest) {
      const [token = ''] = rest.match(TOKEN) ?? []
      rest = rest.slice(token.length)
      if (token === ')') break
      if (token === '|') [best, length] = [Math.max(best, length), 0]
      else {
        const one = token.startsWith('(') ? oneOf() : token === '^' || token === '$' ? 0 : 1
        length += one * timesOf()
      }
    }
    return Math.max(best, length)
  }
  const length = oneOf()
  return pattern.startsWith('^') && pattern.endsWith('$') && Number.isFinite(length) ? length : undefined
}

export const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void => {
  // Replies may get more fields in later releases. Requests may not have unknown ones: their objects are strict.
  if (zodSchema._zod.def.type === 'object' && !zodSchema._zod.def.catchall) delete jsonSchema.additionalProperties
  // Some tools for 3.1 do not know `const`, or lists with a schema per position.
  if (jsonSchema.const !== undefined) {
    jsonSchema.enum = [jsonSchema.const]
    delete jsonSchema.const
  }
  if (jsonSchema.prefixItems) {
    const { length } = jsonSchema.prefixItems
    Object.assign(jsonSchema, { items: jsonSchema.prefixItems[0], minItems: length, maxItems: length })
    delete jsonSchema.prefixItems
  }
  // In a text with several alternatives each has its own length.
  if (jsonSchema.type === 'string' && jsonSchema.anyOf) {
    delete jsonSchema.type
    delete jsonSchema.maxLength
  }
  if (jsonSchema.type === 'integer') jsonSchema.format = bitsOf(jsonSchema)
  if (jsonSchema.pattern === DAY) jsonSchema.format = 'date'
  const { format = '', pattern } = jsonSchema
  const most = format in FORMATS ? FORMATS[format] : longest(pattern ?? '')
  if (most !== undefined) jsonSchema.maxLength ??= most
  // Replies need no maximum length.
  if (zodSchema === Instant) jsonSchema.format = 'date-time'
  if (zodSchema === Day) jsonSchema.format = 'date'
  // Classes of Unicode: Python and Go refuse the whole pattern.
  if (pattern && (format in FORMATS || /\\p\{/i.test(pattern))) delete jsonSchema.pattern
}

const UP_TO = /^\^(\[1-9\]\\d\{0,|\\d\{1,)(\d{1,2})\}\$$/
const ONE_OF = /^\^\(\?:(-?\d{1,3}(?:\|-?\d{1,3}){0,20})\)\$$/
/** Ranges that only their patterns know. */
const RANGES: Readonly<Record<string, number>> = {
  '^[123]$': 3,
  '^([1-9]\\d?|1\\d\\d|200)$': 200,
  '^(?:[1-9]|[1-9]\\d|100)$': 100,
}

/** The numbers that a pattern of digits takes. */
const rangeOf = (pattern: string): { minimum: number; maximum: number; enum?: number[] } | undefined => {
  const [, first, digits] = UP_TO.exec(pattern) ?? []
  if (first === '\\d{1,') return { minimum: 0, maximum: 10 ** Number(digits) - 1 }
  if (first) return { minimum: 1, maximum: Math.min(10 ** (Number(digits) + 1) - 1, Number.MAX_SAFE_INTEGER) }
  const some = ONE_OF.exec(pattern)?.[1]?.split('|').map(Number)
  if (some) return { minimum: Math.min(...some), maximum: Math.max(...some), enum: some }
  return RANGES[pattern] ? { minimum: 1, maximum: RANGES[pattern] } : undefined
}

/** A text that takes digits only, as the whole number that it is; others as they are. */
const asNumber = (schema: JsonSchema): JsonSchema => {
  const range = rangeOf(schema.pattern ?? '')
  if (!range) return schema
  const { pattern: _, maxLength: __, ...rest } = schema
  const number = { ...rest, type: 'integer' as const, ...range }
  return { ...number, format: bitsOf(number) }
}

/** The schema of an address or a form, which have only texts: texts of digits become numbers, at any depth. */
export const numbered = (schema: JsonSchema): JsonSchema => {
  if (schema.type === 'string') return asNumber(schema)
  if (schema.type === 'array') return { ...schema, items: numbered(schema.items as JsonSchema) }
  if (!schema.properties) return schema
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, numbered(field as JsonSchema)])
  return { ...schema, properties: Object.fromEntries(fields) }
}

type Form = { properties: Record<string, JsonSchema>; required: string[] }

/** A form's fields by the names in which they are sent: `a`, `a[b]`, `a[0][b]`; a list shows its first entry. */
export const flat = (schema: JsonSchema, name = '', isNeeded = true): Form => {
  if (schema.type === 'array') return flat(schema.items as JsonSchema, `${name}[0]`, false)
  if (!schema.properties) return { properties: { [name]: schema }, required: isNeeded ? [name] : [] }
  const forms = Object.entries(schema.properties).map(([key, field]) =>
    flat(field as JsonSchema, name ? `${name}[${key}]` : key, isNeeded && (schema.required ?? []).includes(key)),
  )
  return {
    properties: Object.assign({}, ...forms.map(({ properties }) => properties)),
    required: forms.flatMap(({ required }) => required),
  }
}
