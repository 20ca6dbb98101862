// A worker thread that echoes its message, dies or hangs.
import { parentPort, threadId } from 'node:worker_threads'

parentPort?.on('message', (message: string) => {
  if (message === 'die') process.exit(1)
  if (message === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  parentPort?.postMessage({ thread: threadId, message })
})
