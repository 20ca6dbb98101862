// Scans files with ClamAV before they are stored, by its own protocol over TCP. A file that could not be scanned is
// refused.
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpProblem, refuse } from '../errors/http-problem.ts'
import type { SpooledFile } from './spool.ts'

/** @throws HttpProblem where something was found, or the scan failed */
export type Scan = (file: SpooledFile) => Promise<'clean' | 'unchecked'>
export const noScan: Scan = async () => 'unchecked'

export type Scanner = { host: string; port: number; idleMs?: number }

export const NOT_SCANNED = 'No se pudo revisar el archivo; intente más tarde.'
const IDLE_MS = 120_000 // a large file is looked at after its last byte
const ANSWER_AT_MOST = 4_096
const FOUND = /^stream: ([^\0]{1,400}) FOUND$/
/** Found by its size or its depth, not by what it does. */
const LIMIT = /^Heuristics\.Limits\.Exceeded/

/**
 * Each piece with its length before it, and a length of nothing at the end. One a turn of the loop, after what has
 * come in was read: a scanner that has seen enough answers and hangs up, and a piece sent before its answer was read
 * would lose it.
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

/** The scanner's reply, until it closes the connection or its sentence ends. */
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
  socket.setTimeout(idleMs, () => socket.destroy(new Error('the scanner says nothing')))
  try {
    const answer = answerOf(socket)
    socket.write('zINSTREAM\0')
    // It may stop listening when it has seen enough: its answer counts, not what could no longer be sent.
    let unsent: unknown
    pipeline(createReadStream(path), framed(), socket, { end: false }).catch((error: unknown) => {
      unsent = error
    })
    const reply = (await answer).split('\0')[0]?.trim()
    if (!reply) throw unsent ?? new Error('the scanner hung up')
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
