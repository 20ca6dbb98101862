// A thread that says what it was asked, dies or hangs.
import { parentPort, threadId } from 'node:worker_threads'

parentPort?.on('message', (asked: string) => {
  if (asked === 'die') process.exit(1)
  if (asked === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  parentPort?.postMessage({ thread: threadId, said: asked })
})
