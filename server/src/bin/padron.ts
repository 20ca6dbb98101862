// `npm run padron -- …`: the operator's command line. Compiled code is cached, so that commands start fast.
import { enableCompileCache } from 'node:module'

enableCompileCache()
// The reader of the output may stop early (`… | head`).
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

const { makeProgram, runProgram } = await import('../commands/program.ts')
const args = process.argv.slice(2)
process.exitCode = await runProgram(await makeProgram(args[0]), args)
