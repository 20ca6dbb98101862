// JSON replies go compressed to clients that accept it: a page of the catalogue is 60 KB bare. Not what streams
// (files, which are compressed when the console is built, and events), for which a library of compression would have
// to be told of each.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** About what one network packet carries: below it there is nothing to gain. */
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
