// Adds descriptions to the parameters and fields of the published document (docs/). They are in the server, so
// that the console does not load them.
import { COMPONENTS } from './docs/components.ts'
import { EXAMPLES } from './docs/examples.ts'
import { FIELDS } from './docs/fields.ts'
import { PARAMETERS } from './docs/parameters.ts'
import { REPLIES } from './docs/replies.ts'
import { SHARED_FIELDS } from './docs/shared-fields.ts'
import type { JsonSchema } from './schemas.ts'

type Parameter = { name: string; schema?: JsonSchema; description?: string }
type Content = { content?: Record<string, { schema?: JsonSchema }> }
type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: Content
  responses?: Record<string, object>
}

const FORM = 'multipart/form-data'
const JSON_TYPE = 'application/json'

const meaning = (call: string | undefined, name: string): { description?: string } => {
  const description = PARAMETERS[`${call}?${name}`] ?? PARAMETERS[name]
  return description ? { description } : {}
}

const formWithWords = (call: string | undefined, { properties = {}, ...form }: JsonSchema): JsonSchema => ({
  ...form,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, { ...(field as JsonSchema), ...meaning(call, name) }]),
  ),
})

export const withWords = <O extends Operation>(operation: O): O => {
  const { operationId, parameters, requestBody, responses } = operation
  const form = requestBody?.content?.[FORM]?.schema
  const json = requestBody?.content?.[JSON_TYPE]
  const example = EXAMPLES[operationId ?? '']
  const reply = REPLIES[operationId ?? '']
  const success: Content = responses?.['200'] ?? {}
  const answered = success.content?.[JSON_TYPE]
  return {
    ...operation,
    ...(parameters ? { parameters: parameters.map((each) => ({ ...each, ...meaning(operationId, each.name) })) } : {}),
    ...(form
      ? { requestBody: { ...requestBody, content: { [FORM]: { schema: formWithWords(operationId, form) } } } }
      : {}),
    ...(json && example !== undefined
      ? { requestBody: { ...requestBody, content: { [JSON_TYPE]: { ...json, example } } } }
      : {}),
    ...(answered && reply !== undefined
      ? { responses: { ...responses, 200: { ...success, content: { [JSON_TYPE]: { ...answered, example: reply } } } } }
      : {}),
  }
}

const kindsOf = ({ type, anyOf = [] }: JsonSchema): unknown[] => [
  ...[type ?? []].flat(),
  ...anyOf.flatMap((each) => kindsOf(each as JsonSchema)),
]

/** Describes a field of a filter: the value to search for, not the vehicle's. */
const soughtBy = (kinds: readonly unknown[]): string | undefined => {
  if (kinds.includes('null')) return 'El texto entero, con signos y mayúsculas; null: el vehículo no lo tiene.'
  if (kinds.includes('array')) return 'Uno, o cualquiera de una lista.'
  if (kinds.includes('integer')) return 'Igual a este.'
  return kinds.includes('string') ? 'El texto que el dato contiene.' : undefined
}

/** Removes the meaning of null, for a field that is never null. */
const withoutNull = (text: string): string => {
  const [sentence = ''] = (text.split('; null')[0] ?? '').split(' Null:')
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}

const wordsOf = (path: string, name: string, field: JsonSchema): string | undefined => {
  const own = FIELDS[`${path}.${name}`]
  if (own) return own
  const kinds = kindsOf(field)
  if (path.startsWith('VehicleFilter.')) return soughtBy(kinds)
  const shared = SHARED_FIELDS[name]
  return shared && !kinds.includes('null') ? withoutNull(shared) : shared
}

/** @param path the component and the fields in it; lists and alternatives have the path of their field */
const fieldsWithWords = (schema: JsonSchema, path: string): JsonSchema => ({
  ...schema,
  ...(schema.properties
    ? {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, field]) => {
            const description = wordsOf(path, name, field as JsonSchema)
            const inside = fieldsWithWords(field as JsonSchema, `${path}.${name}`)
            return [name, description ? { ...inside, description } : inside]
          }),
        ),
      }
    : {}),
  ...(schema.items ? { items: fieldsWithWords(schema.items as JsonSchema, path) } : {}),
  ...(schema.anyOf ? { anyOf: schema.anyOf.map((each) => fieldsWithWords(each as JsonSchema, path)) } : {}),
})

type Document = { components?: { schemas?: Record<string, object> } }

/** The document with descriptions of its components' fields; requests and replies share them. */
export const withFieldWords = <D extends Document>(document: D): D => ({
  ...document,
  components: {
    ...document.components,
    schemas: Object.fromEntries(
      Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => {
        const path = name.replace(/Input$/, '')
        const description = COMPONENTS[path]
        return [name, { ...fieldsWithWords(schema as JsonSchema, path), ...(description ? { description } : {}) }]
      }),
    ),
  },
})
