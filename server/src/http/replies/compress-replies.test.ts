// Long JSON replies are compressed for clients that accept it, with the same content.
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressReplies } from './compress-replies.ts'

const MANY = { vehicles: Array.from({ length: 100 }, (_, id) => ({ id, plate: `RKA${id}A` })) }
const app = Fastify()
beforeAll(() => {
  compressReplies(app)
  app.get('/many', () => MANY)
  app.get('/few', () => ({ vehicles: [] }))
  app.get('/text', (_, reply) => reply.type('text/csv').send('a,b\n'.repeat(1000)))
})
afterAll(() => app.close())
const get = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding ? { 'accept-encoding': encoding } : {} })

test('a long reply is compressed and has the header vary', async () => {
  const { headers, rawPayload } = await get('/many', 'br, gzip')
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(MANY)
  expect(rawPayload.length).toBeLessThan(JSON.stringify(MANY).length / 4)
})

test.each([
  ['a short reply', '/few', 'gzip'],
  ['a reply that is not JSON', '/text', 'gzip'],
  ['a client that accepts none', '/many', undefined],
  ['a client that accepts only another one', '/many', 'br, gzip;q=0'],
])('no compression for %s', async (_, url, encoding) => {
  const { headers } = await get(url, encoding)
  expect(headers['content-encoding']).toBeUndefined()
})
