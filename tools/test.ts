// What `npm test` runs: the checks and then the browser tests, and beside them the unit and server tests. Each waits
// much of its time, so that both together take little longer than one.
import { spawn } from 'node:child_process'
import { buildConsole } from '../server/src/bin/web-build.ts'

const SEQUENCES = [
  ['npm run -s check', 'playwright test --config e2e/playwright.config.ts'],
  ['vitest run --project=!drills'],
]
const results: string[] = []

/** @returns whether it succeeded */
const run = async (command: string): Promise<boolean> => {
  const began = performance.now()
  const code = await new Promise((ended) => {
    spawn(command, { shell: true, stdio: 'inherit' }).once('exit', ended)
  })
  results.push(`${code === 0 ? '✓' : '✗'} ${command} (${Math.round((performance.now() - began) / 1000)} s)`)
  return code === 0
}
const runInTurn = async (commands: readonly string[]): Promise<boolean> => {
  for (const command of commands) if (!(await run(command))) return false
  return true
}

await buildConsole() // once, and not each sequence for itself
const succeeded = await Promise.all(SEQUENCES.map(runInTurn))
process.stdout.write(`\n${results.join('\n')}\n`)
process.exitCode = succeeded.every(Boolean) ? 0 : 1
