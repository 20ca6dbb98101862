// The thread in which a large fleet's columns are made. It answers every piece when it has taken it in, and the end with all
// that it made, handed over without a copy.
import { parentPort, workerData } from 'node:worker_threads'
import { builder, type Places } from './builder.ts'
import { rowsFrom } from './copied-rows.ts'

export type ThreadStart = { fields: number; places: Places | undefined }
/** Bytes: of rows as COPY writes them, the id first. */
export type ThreadRequest = Uint8Array | 'finish'

const { fields, places } = workerData as ThreadStart
const { takeRow, finish } = builder(fields, places)
const takeCopied = rowsFrom(([id, ...values]) => takeRow(Number(id), values))

parentPort?.on('message', (request: ThreadRequest) => {
  if (request !== 'finish') {
    takeCopied(request)
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
