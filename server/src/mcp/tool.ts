// The definition of a tool: name, permissions, input, output, and the calls that it makes. Its schemas use zod/mini,
// like the contract, and reach the SDK as JSON Schema.
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { CallRow } from '@padron/contract/call'
import type { Country } from '@padron/contract/places/countries'
import { z } from 'zod/mini'
import type { Api } from './api.ts'

/** The owner of the token, and its permissions. */
export type McpSession = {
  company: string
  country: Country
  timeZone: string
  demo: boolean
  /** Whether the token may make a call, as far as is known in advance. */
  mayCall: (row: CallRow) => boolean
}

export type ToolContext = { api: Api; session: McpSession; now: Date; signal: AbortSignal }

export type Tool = {
  name: string
  title: string
  description: string
  /** The tool is listed if the token may make all of these calls. */
  calls: readonly CallRow[]
  writes: boolean
  input: z.ZodMiniType
  output: z.ZodMiniType
  run: (input: unknown, context: ToolContext) => Promise<unknown>
}

type Given<I extends z.ZodMiniType, O extends z.ZodMiniType> = Omit<Tool, 'input' | 'output' | 'run' | 'writes'> & {
  writes?: true
  input: I
  output: O
  run: (input: z.output<I>, context: ToolContext) => Promise<z.input<O>>
}

export const tool = <I extends z.ZodMiniType, O extends z.ZodMiniType>({
  writes,
  run,
  ...rest
}: Given<I, O>): Tool => ({
  ...rest,
  writes: writes ?? false,
  run: (input, context) => run(input as z.output<I>, context),
})

type Target = { target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0' | (string & {}) }
const jsonOf =
  (schema: z.ZodMiniType, io: 'input' | 'output') =>
  ({ target }: Target) =>
    z.toJSONSchema(schema, { io, target: target === 'draft-07' ? 'draft-7' : target })

/**
 * Only for descriptions in the SDK: inputs are validated elsewhere, with faults in Spanish, and outputs elsewhere,
 * where fields of a newer product are dropped.
 */
export const standardSchema = (schema: z.ZodMiniType): StandardSchemaWithJSON => ({
  '~standard': {
    version: 1,
    vendor: 'zod',
    validate: (value) => ({ value }),
    jsonSchema: { input: jsonOf(schema, 'input'), output: jsonOf(schema, 'output') },
  },
})

export const described = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  schema.check(z.describe(description))
