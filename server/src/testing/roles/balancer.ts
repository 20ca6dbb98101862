// A load balancer: each request to the next process that is ready, sign-in to identity and the rest to api. What is
// refused before it was heard goes to the next one where it only reads; nothing else is ever sent twice.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Member, Target } from './member.ts'

/** A request that had no answer from a process, or only the beginning of one. `pid` 0: no process was ready. */
type Cut = { method: string; path: string; pid: number; why: string }
export type Balancer = {
  url: string
  cuts: Cut[]
  serve: (members: readonly Member[]) => void
  stop: () => Promise<void>
}

const READS = new Set(['GET', 'HEAD'])
export const CUT = 'x-cut'

const turns = () => {
  let turn = 0
  return (members: readonly Member[], tried: ReadonlySet<number>): Target | undefined => {
    const ready = members.flatMap((member) => member.target() ?? []).filter(({ pid }) => !tried.has(pid))
    return ready[turn++ % ready.length]
  }
}

export const startBalancer = async (): Promise<Balancer> => {
  const cuts: Cut[] = []
  let members: readonly Member[] = []
  const next = { api: turns(), identity: turns() }

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, tried = new Set<number>()): void => {
    const { method = '', url: path = '' } = incoming
    const role = path.startsWith('/connect/') ? 'identity' : 'api'
    const target = next[role](
      members.filter((member) => member.role === role),
      tried,
    )
    const cut = (why: string) => {
      cuts.push({ method, path, pid: target?.pid ?? 0, why })
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502, { [CUT]: why }).end()
    }
    if (!target) {
      cut('nobody')
      return
    }
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const proxied = request(new URL(path, target.url), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.once('error', () => cut('in the middle'))
      answer.pipe(outgoing)
    })
    proxied.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && READS.has(method)) return pass(incoming, outgoing, tried.add(target.pid))
      if (!outgoing.headersSent) cut(error.code ?? error.message)
    })
    outgoing.once('close', () => proxied.destroy())
    incoming.pipe(proxied)
  }

  const server = createServer((incoming, outgoing) => pass(incoming, outgoing))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts,
    serve: (all) => {
      members = all
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
