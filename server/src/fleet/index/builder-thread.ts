// The worker thread that builds the columns of large fleets, one fleet after the other. It acknowledges each chunk, and
// transfers the result without a copy.
import { parentPort } from 'node:worker_threads'
import { builder, type Places } from './builder.ts'
import { rowsFrom } from './copy-format.ts'

type ThreadStart = { fields: number; places: Places | undefined }
/** Bytes: rows in the format of COPY, the id first. */
export type ThreadRequest = ThreadStart | Uint8Array | 'finish'

const begin = ({ fields, places }: ThreadStart) => {
  const { addRow, finish } = builder(fields, places)
  return { addBytes: rowsFrom(([id, ...values]) => addRow(Number(id), values)), finish }
}
let making: ReturnType<typeof begin> | undefined

parentPort?.on('message', (request: ThreadRequest) => {
  if (request instanceof Uint8Array) making?.addBytes(request)
  else if (request !== 'finish') making = begin(request)
  else {
    const built = making?.finish()
    making = undefined // releases its memory
    const buffers = (built?.columns ?? []).flatMap(({ codes, order, dictionary }) => [
      codes.buffer,
      order.buffer,
      dictionary.bytes.buffer,
      dictionary.starts.buffer,
    ])
    return parentPort?.postMessage(built, [
      ...new Set([...(built ? [built.ids.buffer] : []), ...buffers]),
    ] as ArrayBuffer[])
  }
  parentPort?.postMessage('taken')
})
