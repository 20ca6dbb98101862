// A request that never ends does not delay a stop. The stop of a whole process is in bin/drain.test.ts.
import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { drain } from './drain.ts'

test('the connection of a request that never ends is closed, and the server with it', async () => {
  const app = Fastify()
  app.post('/', () => ({}))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const stalled = connect(Number(port), '127.0.0.1').resume()
  stalled.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc')
  await once(app.server, 'request')
  const closed = once(stalled, 'close')
  stalled.on('error', () => undefined)
  await drain(app, AbortSignal.abort(), 0, 50)()
  await closed
  expect(app.server.listening).toBe(false)
})
