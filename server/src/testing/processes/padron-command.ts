// The operator's command line in a test: as a process of its own, or, ten times as fast, the same program in this one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { makeProgram, runProgram } from '../../commands/program.ts'
import { allowPrivateAddresses, arePrivateAddressesAllowed } from '../../outgoing/agent.ts'

export type CommandResult = { out: string; err: string; code: number }
type Env = Record<string, string | undefined>

export const spawnPadron = async (env: Env, args: readonly string[], input = ''): Promise<CommandResult> => {
  const child = spawn(process.execPath, [`${import.meta.dirname}/../../bin/padron.ts`, ...args], {
    env: { PATH: process.env.PATH, ...env },
  })
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: code as number }
}

/** Hears what is written to a stream until it is let go. */
const captureOutput = (stream: NodeJS.WriteStream) => {
  const write = stream.write
  let output = ''
  stream.write = ((chunk: string | Uint8Array) => {
    output += String(chunk)
    return true
  }) as typeof stream.write
  return () => {
    stream.write = write
    return output
  }
}

const { stdin } = process
const replaceInput = (value: Readable): void =>
  void Object.defineProperty(process, 'stdin', { value, configurable: true })

/** One after another only: the settings and the streams are the process's own. */
export const runPadron = async (env: Env, args: readonly string[], input = ''): Promise<CommandResult> => {
  const before = { ...process.env }
  const inside = arePrivateAddressesAllowed()
  const code = process.exitCode
  const [out, err] = [captureOutput(process.stdout), captureOutput(process.stderr)]
  let ended = 1
  try {
    Object.assign(process.env, env)
    replaceInput(Readable.from([Buffer.from(input)]))
    process.exitCode = undefined
    ended = await runProgram(await makeProgram(args[0], (program) => program.exitOverride()), args)
  } finally {
    allowPrivateAddresses(inside)
    replaceInput(stdin)
    process.exitCode = code
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
  return { out: out(), err: err(), code: ended }
}
