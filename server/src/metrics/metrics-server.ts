// Serves `GET /metrics` on a port of its own, on this machine only unless PADRON_METRICS_HOST says otherwise.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from './metrics.ts'

export type MetricsServer = { address: string; stop: () => Promise<void> }

const startError = (error: NodeJS.ErrnoException, port: number, host: string): Error => {
  if (error.code === 'EADDRINUSE') return new Error(`PADRON_METRICS_PORT: el puerto ${port} ya está en uso.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`PADRON_METRICS_HOST: ${host} no es una dirección de esta máquina.`)
  return error
}

/**
 * @param host an address of this machine; 0.0.0.0: all of them
 * @throws Error with a message for the operator if the port is in use
 */
export const serveMetrics = async (
  metrics: Metrics,
  port: number,
  log: Pick<FastifyBaseLogger, 'error'>,
  host = '127.0.0.1',
): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.read().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read')
        response.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(startError(error, port, host)))
    server.listen(port, host, done)
  })
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  const { address, family, port: bound } = server.address() as AddressInfo
  return { address: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`, stop }
}
