// The product of any release in a process of its own, without its console. Argument: the folder of its repository.
import { join } from 'node:path'
import { pino } from 'pino'

const [root = ''] = process.argv.slice(2)
const { startProduct } = await import(join(root, 'server/src/bin/product.ts'))
const { readEnv } = await import(join(root, 'server/src/env.ts'))
const log = pino({ level: process.env.PADRON_LOG ?? 'silent' }, pino.destination(2))
const product = await startProduct(readEnv(), log, new AbortController().signal)
process.stdout.write(`listening on ${product.address}\n`)
process.once('SIGTERM', async () => {
  await product.stop()
  process.exit(0)
})
