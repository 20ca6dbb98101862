// The worker thread that renders documents. It can read only its own folder and the given pictures; texts are data, not
// markup. A document that does not conform to PDF/UA-1 fails.
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

export type PdfQuestion = {
  template: string
  /** JSON. */
  data: string
  pictures: Record<string, Uint8Array>
  /** Seconds since 1970. */
  made: number
}
export type PdfAnswer = { pdf: Uint8Array<ArrayBuffer> } | { refused: string }

const CACHE_ROUNDS = 3 // without eviction the process grows by 3 MB per document
// A rendered document is some megabytes of native memory, which the garbage collector does not count: by itself it
// would run after a hundred documents.
const COLLECTED_EVERY = 4
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const here = import.meta.dirname
const compiler = NodeCompiler.create({ workspace: here, fontArgs: [{ fontPaths: [join(here, 'fonts')] }] })

type Diagnostic = { message?: string; path?: string; range?: unknown }
const reasons = (found: readonly Diagnostic[]): string =>
  found.map(({ message, range }) => `${message} ${range ? JSON.stringify(range) : ''}`.trim()).join('; ')

const compile = ({ template, data, made }: PdfQuestion): PdfAnswer => {
  const options = { mainFilePath: join(here, `${template}.typ`), inputs: { data } }
  const compiled = compiler.compile(options)
  const fault = compiled.takeDiagnostics()
  const document = compiled.result
  if (!document) return { refused: fault ? reasons(compiler.fetchDiagnostics(fault)) : 'no document' }
  const pdf = compiler.pdf(document, { pdfStandard: 'ua-1', creationTimestamp: made })
  return { pdf: Uint8Array.from(pdf) }
}

const answer = (question: PdfQuestion): PdfAnswer => {
  const paths = Object.keys(question.pictures).map((name) => join(here, 'pictures', name))
  try {
    for (const [name, bytes] of Object.entries(question.pictures))
      compiler.mapShadow(join(here, 'pictures', name), Buffer.from(bytes))
    return compile(question)
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  } finally {
    for (const path of paths) compiler.unmapShadow(path)
    compiler.evictCache(CACHE_ROUNDS)
  }
}

let made = 0
parentPort?.on('message', (question: PdfQuestion) => {
  const result = answer(question)
  parentPort?.postMessage(result, 'pdf' in result ? [result.pdf.buffer] : [])
  made += 1
  if (made % COLLECTED_EVERY === 0) collect()
})
