// Runs commands concurrently: node tools/side-by-side.ts "<command>" "<command>"…
// The output of the first appears at once, that of each other one after the previous ones have ended, so that outputs
// do not mix. All run to their end. If one failed, the last lines of each failed command are repeated at the end of the
// output.
import { type ChildProcess, spawn } from 'node:child_process'

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
  })

const LAST_LINES = 80
const LAST_BYTES = 64 * 1024

type Output = { into: NodeJS.WriteStream; chunk: Buffer }

const start = (command: string) => {
  const env = { ...process.env, ...(process.stdout.isTTY && !process.env.NO_COLOR && { FORCE_COLOR: '1' }) }
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env })
  running.add(child)
  const began = performance.now()
  // Output is read even while it is held back: a command with a full pipe would block.
  let buffered: Output[] | undefined = []
  let last = Buffer.alloc(0)
  const forward = (into: NodeJS.WriteStream) => (chunk: Buffer) => {
    last = Buffer.concat([last, chunk]).subarray(-LAST_BYTES)
    if (buffered) buffered.push({ into, chunk })
    else into.write(chunk)
  }
  child.stdout.on('data', forward(process.stdout))
  child.stderr.on('data', forward(process.stderr))
  const ended = new Promise<{ code: number; seconds: number }>((done) =>
    child.once('close', (code) => {
      running.delete(child)
      done({ code: code ?? 1, seconds: Math.round((performance.now() - began) / 1000) })
    }),
  )
  const show = () => {
    process.stdout.write(`\n> ${command}\n`)
    for (const { into, chunk } of buffered ?? []) into.write(chunk)
    buffered = undefined
  }
  const lastLines = () => last.toString().trimEnd().split('\n').slice(-LAST_LINES).join('\n')
  return { command, ended, show, lastLines }
}

let failures = ''
for (const { command, ended, show, lastLines } of process.argv.slice(2).map(start)) {
  show()
  const { code, seconds } = await ended
  process.stdout.write(`${code === 0 ? 'Passed' : `Failed (${code})`} after ${seconds} s: ${command}\n`)
  if (code === 0) continue
  process.exitCode = 1
  failures += `\nFailed (${code}): ${command}\nits last lines:\n${lastLines()}\n`
}
process.stdout.write(failures)
