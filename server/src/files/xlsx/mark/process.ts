// The process that marks one user's workbook and then ends: a thread's memory, some 200 MB, would stay with the server
// process. Inside it a thread still stops a workbook that takes too much memory or time.
import { withLocale } from '../../../locale.ts'
import { answersOf } from '../../workbook-thread.ts'
import type { ProcessReply, ProcessRequest } from './marked-copy.ts'
import type { MarkReply } from './worker.ts'

const MEMORY = { memoryMb: 384, youngMb: 48 }

const mark = async ({ country, ...request }: ProcessRequest): Promise<ProcessReply> => {
  const bytes = new Uint8Array(request.bytes)
  const script = new URL('./worker.ts', import.meta.url)
  const answers = withLocale(country, () =>
    answersOf<MarkReply>(script, { request: { ...request, bytes }, give: bytes.buffer, ...MEMORY }),
  )
  for await (const { done } of answers) return { done }
  return {}
}

process.once('message', async (request: ProcessRequest) => {
  // Refused, out of memory or out of time: without a copy.
  const reply = await mark(request).catch((): ProcessReply => ({}))
  process.send?.(reply, () => process.disconnect())
})
process.once('disconnect', () => process.exit()) // the reply was sent, or the parent process has ended
