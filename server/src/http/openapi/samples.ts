// Examples in the published document: of each field, parameter and form, and of each call's body and reply, composed
// from those of its fields. Examples by hand or recorded from a demo (docs/) take precedence.
import type { CallRow } from '@padron/contract/call'
import { ALL_CALLS } from '@padron/contract/features'
import { VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { z } from 'zod/mini'
import { NUMBER_EXAMPLES, TEXT_EXAMPLES, USUALLY_FALSE, USUALLY_NULL } from './docs/field-examples.ts'
import type { JsonSchema } from './schemas.ts'

type Schemas = Readonly<Record<string, JsonSchema>>
type Part = { schema?: JsonSchema; example?: unknown }
type Content = { content?: Record<string, Part> }
type Parameter = { name: string; schema?: JsonSchema; example?: unknown }
type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: Content
  responses?: Record<string, Content>
}
type Document = { paths?: object; components?: { schemas?: object } }

const JSON_TYPE = 'application/json'
const FORM = 'multipart/form-data'
const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-11-28',
  'date-time': '2026-11-28T15:04:05Z',
  email: 'flota@empresa.mx',
  uuid: '01a2285d-c0e0-7088-9939-904828425fcd',
}
const AN_ID = 101
const A_FEW = 3

const typesOf = ({ type }: JsonSchema): readonly unknown[] => [type ?? []].flat().filter((each) => each !== 'null')

/** A vehicle's field without an example has its title. */
const TEXTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(VEHICLE_FIELDS.map(({ field, title }) => [field, title])),
  ...TEXT_EXAMPLES,
}
const textOf = ({ format = '', maxLength = Infinity }: JsonSchema, name: string): string | undefined =>
  (BY_FORMAT[format] ?? TEXTS[name])?.slice(0, maxLength)

const numberOf = (schema: JsonSchema, name: string): number => {
  const { minimum = -Infinity, maximum = Infinity } = schema
  const known = NUMBER_EXAMPLES[name] ?? (/id$/i.test(name) ? AN_ID : A_FEW)
  const value = typesOf(schema)[0] === 'integer' && !Number.isInteger(known) ? A_FEW : known
  return Math.min(Math.max(value, minimum), maximum)
}

/** The example of a text or a number; undefined if its schema lists its values or has parts. */
const exampleOf = (schema: JsonSchema, name: string): string | number | undefined => {
  if (schema.enum) return undefined
  const [type] = typesOf(schema)
  if (type === 'string') return schema.format === 'binary' ? undefined : textOf(schema, name)
  return type === 'integer' || type === 'number' ? numberOf(schema, name) : undefined
}

const mayBeNull = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type ?? []].flat().includes('null') || anyOf.some((part) => (part as JsonSchema).type === 'null')

/** The alternative to show: never null, and a text if the field's name is that of a text. */
const bestPart = (parts: readonly JsonSchema[], name: string): JsonSchema => {
  const isText = name in TEXTS && !(name in NUMBER_EXAMPLES)
  const ofText = isText ? parts.find((part) => typesOf(part)[0] === 'string' && !part.enum) : undefined
  return ofText ?? parts.find((part) => part.type !== 'null') ?? (parts[0] as JsonSchema)
}

const REFERENCE = '#/components/schemas/'
const DEEPEST = 12

/** @param onlyNeeded leaves out optional fields */
const sampleOf = (given: JsonSchema, name: string, schemas: Schemas, onlyNeeded: boolean, depth = 0): unknown => {
  const { $ref, ...beside } = given
  const schema = { ...($ref ? schemas[$ref.replace(REFERENCE, '')] : {}), ...beside } as JsonSchema
  if (depth > DEEPEST) return null
  const inside = (each: JsonSchema, key: string) => sampleOf(each, key, schemas, onlyNeeded, depth + 1)
  const parts = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
  const kinds = typesOf(schema)
  if (schema.enum) return schema.enum.find((each) => each !== null && each !== '') ?? schema.enum[0]
  if (schema.properties) {
    const [choice] = (schema.allOf ?? []).flatMap((each) => (each as JsonSchema).oneOf ?? []) as JsonSchema[]
    const needed = new Set([...(schema.required ?? []), ...(choice?.required ?? [])])
    const fields = Object.entries(schema.properties).filter(([key]) => !onlyNeeded || needed.has(key))
    return Object.fromEntries(fields.map(([key, field]) => [key, inside(field as JsonSchema, key)]))
  }
  if (mayBeNull(schema) && USUALLY_NULL.has(name)) return null
  if (parts.length > 0 && kinds.length === 0) return inside(bestPart(parts, name), name)
  if (kinds[0] === 'array') {
    const length = Math.max(1, schema.minItems ?? 1)
    return Array.from({ length }, () => inside((schema.items ?? {}) as JsonSchema, name))
  }
  if (kinds[0] === 'boolean') return !USUALLY_FALSE.has(name)
  if (kinds[0] === 'object') return {}
  return exampleOf(schema, name) ?? null
}

/** The first sample that fits the call's schema; undefined: the call needs an example by hand. */
const fitting = (part: Part, schemas: Schemas, contract: CallRow['body']): unknown => {
  for (const onlyNeeded of [false, true]) {
    const sample = sampleOf(part.schema ?? {}, '', schemas, onlyNeeded)
    if (contract && z.safeParse(contract, sample).success) return sample
  }
  return undefined
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A recorded answer with the fields that the call has got since. */
const withNewFields = (recorded: unknown, sample: unknown): unknown => {
  if (Array.isArray(recorded)) {
    const [each] = Array.isArray(sample) ? sample : []
    return recorded.map((one) => withNewFields(one, each))
  }
  if (!isObject(recorded) || !isObject(sample)) return recorded
  const fields = Object.entries({ ...sample, ...recorded })
  return Object.fromEntries(fields.map(([key, value]) => [key, withNewFields(value, sample[key])]))
}

const withExample = (
  content: Content | undefined,
  schemas: Schemas,
  contract: CallRow['body'],
): Content | undefined => {
  const json = content?.content?.[JSON_TYPE]
  if (!json) return content
  const written = json.example
  if (written !== undefined && (!contract || z.safeParse(contract, written).success)) return content
  const sample = fitting(json, schemas, contract)
  const example = written === undefined ? sample : withNewFields(written, sample)
  return example === undefined ? content : { ...content, content: { [JSON_TYPE]: { ...json, example } } }
}

/** Each text and number of it with an example of its own. */
const fieldsWithExamples = (schema: JsonSchema, name: string): JsonSchema => {
  const example = exampleOf(schema, name)
  const inEach = (list: readonly unknown[]) => list.map((each) => fieldsWithExamples(each as JsonSchema, name))
  return {
    ...schema,
    ...(example === undefined || name === '' || schema.examples ? {} : { examples: [example] }),
    ...(schema.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([key, field]) => [
              key,
              fieldsWithExamples(field as JsonSchema, key),
            ]),
          ),
        }
      : {}),
    ...(schema.items ? { items: fieldsWithExamples(schema.items as JsonSchema, name) } : {}),
    ...(schema.anyOf ? { anyOf: inEach(schema.anyOf) as JsonSchema[] } : {}),
  }
}

/** The last part of a field's path: `DocumentTypeId` of `document[DocumentTypeId]`. */
const lastName = (sent: string): string => sent.split('[').at(-1)?.replace(']', '') ?? sent

const formWithExamples = ({ content }: Content): Content => {
  const form = content?.[FORM]?.schema
  if (!form) return { ...(content ? { content } : {}) }
  const properties = Object.entries(form.properties ?? {}).map(([key, field]) => [
    key,
    fieldsWithExamples(field as JsonSchema, lastName(key)),
  ])
  return { content: { ...content, [FORM]: { schema: { ...form, properties: Object.fromEntries(properties) } } } }
}

const parameterWithExample = (parameter: Parameter, schemas: Schemas): Parameter =>
  parameter.example === undefined
    ? { ...parameter, example: sampleOf(parameter.schema ?? {}, parameter.name, schemas, false) }
    : parameter

const operationWithExamples = (operation: Operation, schemas: Schemas): Operation => {
  const { operationId, parameters, requestBody, responses } = operation
  const call = ALL_CALLS.find(({ name }) => name === operationId)
  const success = withExample(responses?.['200'], schemas, call?.reply)
  return {
    ...operation,
    ...(parameters ? { parameters: parameters.map((each) => parameterWithExample(each, schemas)) } : {}),
    ...(requestBody
      ? { requestBody: { ...requestBody, ...formWithExamples(withExample(requestBody, schemas, call?.body) ?? {}) } }
      : {}),
    ...(responses && success ? { responses: { ...responses, 200: success } } : {}),
  }
}

export const withExamples = <D extends Document>(document: D): D => {
  const schemas = (document.components?.schemas ?? {}) as Schemas
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations as Record<string, Operation>).map(([method, operation]) => [
        method,
        operationWithExamples(operation, schemas),
      ]),
    ),
  ])
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: {
      ...document.components,
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, fieldsWithExamples(schema, '')]),
      ),
    },
  }
}
