// Runs the product as an operator does, in a separate process: server, jobs and checks together, with the embedded
// database. It has no demo, so it queries no source. Arguments: the data folder, further settings as JSON.
import { startProduct } from '@padron/server/bin/product'
import { readEnv } from '@padron/server/env/env'
import { collectEarly } from '@padron/server/machine'
import { pino } from 'pino'

collectEarly()
const [dataDir = '', settings = '{}'] = process.argv.slice(2)
const env = readEnv({ ...JSON.parse(settings), PADRON_DATA_DIR: dataDir, PADRON_DEMO: '0', PORT: '0' })
const product = await startProduct(
  env,
  pino({ level: 'info' }, pino.destination(process.env.BENCH_LOG ?? '/dev/null')),
  new AbortController().signal,
)
const stop = async (): Promise<void> => {
  await product.stop()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.once('disconnect', () => void stop()) // the benchmark's process has ended
process.send?.(product.address)
