// Compresses JSON replies for clients that accept it: a page of the catalogue has 60 KB. Streams are not compressed:
// events, and files, which the console's build compresses. A compression library would need a list of them.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** About the size of one network packet: compressing less gains nothing. */
const AT_LEAST = 1400

const compress = promisify<string, { level: number }, Buffer>(gzip)

/** `gzip`, alone or with a weight above 0. */
const takesGzip = (accepted: string): boolean =>
  accepted.split(',').some((one) => {
    const [name = '', weight = 'q=1'] = one.toLowerCase().split(';')
    return name.trim() === 'gzip' && Number(weight.trim().slice('q='.length)) > 0
  })

export const compressReplies = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = `${reply.getHeader('content-type')}`.includes('json')
    if (typeof payload !== 'string' || payload.length < AT_LEAST || !isJson) return payload
    reply.header('vary', 'accept-encoding')
    const accepted = request.headers['accept-encoding']
    if (!takesGzip(`${accepted ?? ''}`)) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload, { level: 4 })
  })
}
