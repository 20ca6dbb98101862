// Starts the simulator. Prints one line with its address when it is ready, for the parent process. With --with-parent
// it ends when stdin does, so that a killed parent leaves no orphan.
import { buildSimulator } from './app.ts'

function number(name: string, otherwise: number): number {
  const value = process.env[name] ?? String(otherwise)
  if (/^\d{1,9}$/.test(value)) return Number(value)
  process.stderr.write(`${name} debe ser un número entero; se recibió «${value}».\n`)
  process.exit(1)
}

const host = process.env.HOST ?? '127.0.0.1'
const port = number('SIMULATOR_PORT', 3001)
const app = buildSimulator({ asyncMs: number('SIMULATOR_ASYNC_MS', 400), slowMs: number('SIMULATOR_SLOW_MS', 20_000) })

const stop = () => void app.close().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
if (process.argv.includes('--with-parent')) process.stdin.once('end', stop).once('error', stop).resume()

try {
  await app.listen({ host, port })
  const address = app.server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  process.stdout.write(`simulator listening on http://${host}:${bound}\n`)
} catch (error) {
  const isUsed = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const reason = isUsed ? 'ya está ocupado; elija otro con SIMULATOR_PORT' : `no se pudo abrir (${error})`
  process.stderr.write(`El puerto ${port} de ${host} ${reason}.\n`)
  process.exit(1)
}
