// JSON text from the database, sent unchanged. Parsing, validating and serialising it took as long as the rest of a
// page. Tests of such calls verify that the text fits its schema.
import type { serializerCompiler } from 'fastify-type-provider-zod'

class WrittenJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A reply whose JSON text exists already. @param text JSON of a T, without fields that its schema lacks */
export const asWrittenJson = <T extends object>(text: string): T => new WrittenJson(text) as unknown as T

type Compiler = typeof serializerCompiler
/** Sends such a reply unchanged, and others with the given compiler. */
export const orWritten =
  (compiler: Compiler): Compiler =>
  (route) => {
    const write = compiler(route)
    return (data) => (data instanceof WrittenJson ? data.text : write(data))
  }
