// `npm run dev`: the server restarting on every change, and the console with hot reload in front of it.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const run = (args: string[], cwd = ROOT): ChildProcess => spawn(process.execPath, args, { cwd, stdio: 'inherit' })

const children = [
  run(['--watch-path=server/src', '--watch-path=contract/src', '--watch-preserve-output', 'server/src/bin/start.ts']),
  run([join(ROOT, 'node_modules/vite/bin/vite.js')], join(ROOT, 'web')),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
