// The open queue panels of this process. Each stream says only "your company's jobs changed". A stream holds no
// database connection, its session is checked again regularly, and a reader that falls behind is disconnected.
import { PassThrough, type Readable } from 'node:stream'
import { holdsExactly } from '@padron/contract/permissions'
import { HttpProblem } from '../../errors/http-problem.ts'
import { mayComeFrom } from '../../http/access/program-tokens.ts'
import type { Session, Sessions } from '../../http/access/sessions.ts'
import type { QueueLive } from '../../jobs/live.ts'

export const STREAMS_OF_A_USER = 5
export const STREAMS_AT_MOST = 2_000
const BEAT_MS = 25_000
const RECHECK_MS = 30_000
/** Maximum bytes that wait to be sent: a few hundred events, more than a client that reads can be behind. */
const UNREAD_BYTES = 4_096

const HELLO = 'retry: 5000\n\n'
const CHANGED = 'event: queue\ndata:\n\n'
const BEAT = ':\n\n'
const FULL = 'Hay demasiadas pantallas abiertas: el avance se actualiza cada dos minutos.'
export const NOT_LIVE = 'El aviso en vivo no está disponible: el avance se actualiza cada dos minutos.'
export const NEEDS = 'queue_read'

type Stream = { out: PassThrough; session: Session; token: string; address: string; unsubscribe: () => void }
export type Streams = {
  /** @param address of the connection @throws HttpProblem 503 if the process has no room for another */
  open: (session: Session, token: string, address: string) => Readable
  /** Ends streams whose session ended or may no longer see the panel. */
  recheckSessions: () => Promise<void>
  /** Ends every stream and refuses new ones. */
  close: () => void
}

const stillMay = async (sessions: Sessions, { token, session, address }: Stream): Promise<boolean> => {
  // If the database is unreachable, the stream stays open.
  const now = await sessions.find(token).catch(() => session)
  return now?.tenantId === session.tenantId && holdsExactly(now.roles, NEEDS) && mayComeFrom(now.byToken, address)
}

export const queueStreams = (sessions: Sessions, live: QueueLive): Streams => {
  const streams = new Set<Stream>()
  let timers: NodeJS.Timeout[] = []
  let closed = false

  const removeStream = (stream: Stream): void => {
    if (!streams.delete(stream)) return
    stream.unsubscribe()
    if (streams.size > 0) return
    for (const timer of timers.splice(0)) clearInterval(timer)
  }
  const end = (stream: Stream): void => {
    removeStream(stream)
    stream.out.end()
  }
  const send = (stream: Stream, text: string): void => {
    if (!streams.has(stream) || stream.out.write(text)) return
    removeStream(stream)
    stream.out.destroy()
  }
  const recheckSessions = async (): Promise<void> => {
    await Promise.all([...streams].map(async (stream) => void ((await stillMay(sessions, stream)) || end(stream))))
  }
  const startTimers = (): void => {
    const beat = () => {
      for (const stream of streams) send(stream, BEAT)
    }
    timers = [setInterval(beat, BEAT_MS).unref(), setInterval(() => void recheckSessions(), RECHECK_MS).unref()]
  }

  const makeRoom = ({ userId }: Session): void => {
    if (closed) throw new HttpProblem(503, NOT_LIVE, undefined, { 'retry-after': '5' })
    const [oldest, ...others] = [...streams].filter(({ session }) => session.userId === userId)
    if (oldest && others.length + 1 >= STREAMS_OF_A_USER) end(oldest)
    if (streams.size >= STREAMS_AT_MOST) throw new HttpProblem(503, FULL, undefined, { 'retry-after': '120' })
  }
  const open: Streams['open'] = (session, token, address) => {
    makeRoom(session)
    const out = new PassThrough({ writableHighWaterMark: UNREAD_BYTES, readableHighWaterMark: UNREAD_BYTES })
    const stream: Stream = { out, session, token, address, unsubscribe: () => undefined }
    if (streams.size === 0) startTimers()
    streams.add(stream)
    out.once('close', () => removeStream(stream))
    out.on('error', () => removeStream(stream))
    send(stream, HELLO)
    stream.unsubscribe = live.subscribe(session.tenantId, () => send(stream, CHANGED))
    return out
  }
  const close = (): void => {
    closed = true
    for (const stream of streams) end(stream)
  }
  return { open, recheckSessions, close }
}
