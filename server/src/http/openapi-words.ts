// The words of the published document: what each parameter and field means (openapi-docs/). They are the server's, so
// that the console does not carry them.
import { PARAMETERS } from './openapi-docs/parameters.ts'
import type { JsonSchema } from './openapi-schemas.ts'

type Parameter = { name: string; schema?: JsonSchema; description?: string }
type Content = { content?: Record<string, { schema?: JsonSchema }> }
type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: Content
  responses?: Record<string, object>
}

const FORM = 'multipart/form-data'

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
  const { operationId, parameters, requestBody } = operation
  const form = requestBody?.content?.[FORM]?.schema
  return {
    ...operation,
    ...(parameters ? { parameters: parameters.map((each) => ({ ...each, ...meaning(operationId, each.name) })) } : {}),
    ...(form
      ? { requestBody: { ...requestBody, content: { [FORM]: { schema: formWithWords(operationId, form) } } } }
      : {}),
  }
}
