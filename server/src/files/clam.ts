// Scans files with ClamAV before they are stored, by ClamAV's own protocol over TCP. A file that could not be scanned
// is refused.
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpProblem, refuse } from '../errors/http-problem.ts'
import type { SpooledFile } from './spool.ts'

/** @throws HttpProblem if the scanner finds a threat or the scan fails */
export type Scan = (file: SpooledFile) => Promise<'clean' | 'unchecked'>
export const noScan: Scan = async () => 'unchecked'

export type Scanner = { host: string; port: number; idleMs?: number }

export const NOT_SCANNED = 'No se pudo revisar el archivo; intente más tarde.'
const IDLE_MS = 120_000 // a large file is scanned after its last byte
const ANSWER_AT_MOST = 4_096
const FOUND = /^stream: ([^\0]{1,400}) FOUND$/
/** Reported because of the file's size or depth, not because of a threat. */
const LIMIT = /^Heuristics\.Limits\.Exceeded/

/**
 * Frames the stream: the length of each chunk before it, and a zero length at the end. One chunk per turn of the event
 * loop, after incoming data were read: the scanner may respond early and close the connection, and a chunk sent before
 * its response was read would lose the response.
 */
const framed = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(chunk.length)
      setImmediate(() => done(null, Buffer.concat([length, chunk])))
    },
    flush(done) {
      done(null, Buffer.alloc(4))
    },
  })

/** The scanner's response, until its terminating zero byte or the end of the connection. */
const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let reply = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      reply += text
      if (reply.includes('\0') || reply.length > ANSWER_AT_MOST) resolve(reply)
    })
    socket.once('error', reject).once('close', () => resolve(reply))
  })

const ask = async ({ host, port, idleMs = IDLE_MS }: Scanner, { path }: SpooledFile): Promise<string> => {
  const socket = connect({ host, port })
  socket.setTimeout(idleMs, () => socket.destroy(new Error('the scanner did not respond in time')))
  try {
    const answer = answerOf(socket)
    socket.write('zINSTREAM\0')
    // The scanner may stop reading early: its response decides, not the failure to send the rest.
    let unsent: unknown
    pipeline(createReadStream(path), framed(), socket, { end: false }).catch((error: unknown) => {
      unsent = error
    })
    const reply = (await answer).split('\0')[0]?.trim()
    if (!reply) throw unsent ?? new Error('the scanner closed the connection without an answer')
    return reply
  } finally {
    socket.destroy()
  }
}

const unscanned = (cause: unknown): HttpProblem => {
  const problem = new HttpProblem(503, NOT_SCANNED, undefined, { 'retry-after': '60' })
  problem.cause = cause
  return problem
}
const TOO_MUCH = 'El archivo es más grande de lo que el antivirus puede revisar y no se guardó'

const parseVerdict = (answer: string): 'clean' => {
  if (answer === 'stream: OK') return 'clean'
  const found = FOUND.exec(answer)?.[1]
    ?.replace(/[^\w.:/+ -]/g, '_')
    .slice(0, 100)
  if (found && LIMIT.test(found)) throw refuse(422, `${TOO_MUCH} (${found}).`, 'file')
  if (found) throw refuse(422, `El antivirus encontró «${found}» en el archivo; no se guardó.`, 'file')
  if (/size limit exceeded/i.test(answer)) throw refuse(422, `${TOO_MUCH}.`, 'file')
  throw unscanned(new Error(`the scanner answered ${JSON.stringify(answer.slice(0, 200))}`))
}

export const clamScan =
  (scanner: Scanner): Scan =>
  async (file) =>
    parseVerdict(
      await ask(scanner, file).catch((error: unknown) => {
        throw unscanned(error)
      }),
    )
