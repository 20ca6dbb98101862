// JSON that the database wrote. Reading it, holding it against its schema and writing it anew took as long as all
// else of a page; what answers so proves in its tests that the text is what its schema says.
import type { serializerCompiler } from 'fastify-type-provider-zod'

class WrittenJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An answer whose text is already there. @param text JSON of a T, with no field that its schema does not name */
export const written = <T extends object>(text: string): T => new WrittenJson(text) as unknown as T

type Compiler = typeof serializerCompiler
/** Sends such an answer as it is, and any other as it would have been. */
export const orWritten =
  (compiler: Compiler): Compiler =>
  (route) => {
    const write = compiler(route)
    return (data) => (data instanceof WrittenJson ? data.text : write(data))
  }
