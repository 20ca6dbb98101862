// Sends an answer. Delivery scenarios damage the transport, never the content. hang, drip and cut keep or destroy the
// socket themselves, so handlers must not be async (Fastify would respond for them).
import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { Answer } from './portal.ts'
import type { ServedScenario } from './scenarios.ts'

/** 20 gzip members of 10 MB of zeros each: a small response that decompresses to 200 MB in a client without a limit. */
let bomb: Buffer | undefined
function gzipBomb(): Buffer {
  if (bomb) return bomb
  const member = gzipSync(Buffer.alloc(10_000_000))
  bomb = Buffer.concat(Array.from({ length: 20 }, () => member))
  return bomb
}

type Packed = { status: number; headers: Record<string, string>; bytes: Buffer }

function pack({ status, body, headers }: Answer, scenario: ServedScenario): Packed {
  const html = typeof body === 'string'
  const text = html ? body : JSON.stringify(body)
  const charset = scenario === 'latin1' ? 'iso-8859-1' : 'utf-8'
  const type = { 'content-type': `${html ? 'text/html' : 'application/json'}; charset=${charset}`, ...headers }
  if (scenario === 'gzip-bomb') return { status, headers: { ...type, 'content-encoding': 'gzip' }, bytes: gzipBomb() }
  const bytes = Buffer.from(text, scenario === 'latin1' ? 'latin1' : 'utf8')
  if (scenario === 'gzip') return { status, headers: { ...type, 'content-encoding': 'gzip' }, bytes: gzipSync(bytes) }
  return { status, headers: type, bytes }
}

function drip(reply: FastifyReply, { status, headers, bytes }: Packed): void {
  reply.hijack()
  reply.raw.writeHead(status, headers)
  let sent = 0
  const next = () => {
    reply.raw.write(sent < bytes.length - 1 ? bytes.subarray(sent, sent + 1) : ' ')
    sent++
  }
  next()
  const timer = setInterval(next, 1000)
  reply.raw.on('close', () => clearInterval(timer))
}

function cut(reply: FastifyReply, { status, headers, bytes }: Packed): void {
  reply.hijack()
  reply.raw.writeHead(status, { ...headers, 'content-length': bytes.length })
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reply.raw.destroy())
}

const send = (reply: FastifyReply, { status, headers, bytes }: Packed): void => {
  reply.code(status).headers(headers).send(bytes)
}

function sendLate(reply: FastifyReply, packed: Packed, lateMs: number): void {
  const timer = setTimeout(() => send(reply, packed), lateMs)
  reply.raw.on('close', () => clearTimeout(timer))
}

/** Sends the answer by the scenario. `slowMs`: the delay of the slow scenario. */
export function deliver(reply: FastifyReply, answer: Answer, scenario: ServedScenario, slowMs: number): void {
  if (scenario === 'hang') return
  const packed = pack(answer, scenario)
  if (scenario === 'drip') drip(reply, packed)
  else if (scenario === 'cut') cut(reply, packed)
  else if (scenario === 'slow') sendLate(reply, packed, slowMs)
  else send(reply, packed)
}
