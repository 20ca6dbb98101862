// Requests as no well-behaved client sends them, over a real connection: the path as it is written, headers twice,
// bytes.
import { request } from 'node:http'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A port of this machine on which the application now listens. */
export const listen = async (app: FastifyInstance): Promise<number> => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

export type RawAnswer = { status: number; body: string; headers: NodeJS.Dict<string | string[]> }

/** @param headers name and value, as often as wanted */
export const rawRequest = (
  port: number,
  method: string,
  path: string,
  headers: readonly (readonly [string, string])[] = [],
  payload?: string,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const length: [string, string][] =
      payload === undefined ? [] : [['content-length', String(Buffer.byteLength(payload))]]
    const lines = [['host', `127.0.0.1:${port}`], ...length, ...headers].flat()
    const outgoing = request({ port, host: '127.0.0.1', method, path, headers: lines as string[] }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString(), headers: answer.headers }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })

/** Everything the server answers to these bytes, until it closes the connection. */
export const rawBytes = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
