// A scanner over real TCP that speaks ClamAV's protocol and recognises only the EICAR test file.
import { createServer, type Socket } from 'node:net'

/** Written in two pieces, so that no scanner takes this file for it. */
export const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-${'STANDARD-ANTIVIRUS-TEST-FILE'}!$H+H*`

export type TestClam = {
  host: string
  port: number
  /** Answers this instead, whatever it is sent; null: nothing at all. */
  answer: (text: string | null | undefined) => void
  /** Bytes it looked at so far. */
  seen: () => number
  stop: () => Promise<void>
}

/** The complete pieces of a stream in which each piece follows its length. */
const piecesOf = (bytes: Buffer): { content: Buffer[]; rest: Buffer; ended: boolean } => {
  const content: Buffer[] = []
  let at = 0
  while (bytes.length >= at + 4) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return { content, rest: Buffer.alloc(0), ended: true }
    if (bytes.length < at + 4 + length) break
    content.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return { content, rest: bytes.subarray(at), ended: false }
}

const COMMAND = Buffer.from('zINSTREAM\0')

/** @param most bytes it looks at of one file */
export const startClam = async (most = 26_214_400): Promise<TestClam> => {
  let fixed: string | null | undefined
  let total = 0
  const sockets = new Set<Socket>()

  const listen = (socket: Socket): void => {
    let waiting: Buffer = Buffer.alloc(0)
    let tail = ''
    let size = 0
    let found = false
    let begun = false
    const reply = (text: string) => {
      if (fixed !== null) socket.end(`${fixed ?? text}\0`, () => socket.destroy())
    }
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk])
      if (!begun && waiting.length >= COMMAND.length) {
        if (!waiting.subarray(0, COMMAND.length).equals(COMMAND)) return reply('UNKNOWN COMMAND')
        begun = true
        waiting = waiting.subarray(COMMAND.length)
      }
      if (!begun) return
      const { content, rest, ended } = piecesOf(waiting)
      waiting = rest
      for (const piece of content) {
        size += piece.length
        total += piece.length
        const text = tail + piece.toString('latin1')
        found ||= text.includes(EICAR)
        tail = text.slice(-EICAR.length)
      }
      if (size > most) reply('INSTREAM size limit exceeded. ERROR')
      else if (ended) reply(found ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')
    })
    socket.on('error', () => undefined)
  }

  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    listen(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return {
    host: '127.0.0.1',
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    answer: (text) => {
      fixed = text
    },
    seen: () => total,
    stop: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      }),
  }
}
