// The metrics' own port, on this machine only: `GET /metrics`. They are no part of what the product serves to anybody else.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from './metrics.ts'

export type MetricsServer = { address: string; stop: () => Promise<void> }

/** @throws Error with a sentence for the operator where the port is taken */
export const serveMetrics = async (
  metrics: Metrics,
  port: number,
  log: Pick<FastifyBaseLogger, 'error'>,
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
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EADDRINUSE' ? new Error(`PADRON_METRICS_PORT: el puerto ${port} ya está en uso.`) : error),
    )
    server.listen(port, '127.0.0.1', done)
  })
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
