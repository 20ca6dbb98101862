// The thread in which a large fleet's columns are made. It answers every piece when it has taken it in, and the end with all
// that it made, handed over without a copy.
import { parentPort, workerData } from 'node:worker_threads'
import { builder, type Piece, type Places } from './builder.ts'

export type ThreadStart = { fields: number; places: Places | undefined }
export type ThreadRequest = Piece | 'finish'

const { fields, places } = workerData as ThreadStart
const { take, finish } = builder(fields, places)

parentPort?.on('message', (request: ThreadRequest) => {
  if (request !== 'finish') {
    take(request)
    return parentPort?.postMessage('taken')
  }
  const built = finish()
  const buffers = built.columns.flatMap(({ codes, order, dictionary }) => [
    codes.buffer,
    order.buffer,
    dictionary.bytes.buffer,
    dictionary.starts.buffer,
  ])
  parentPort?.postMessage(built, [...new Set([built.ids.buffer, ...buffers])] as ArrayBuffer[])
})
