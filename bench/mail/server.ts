// A mail server for the benchmarks, in a separate process: it accepts every email after a pause and counts how often
// each sender delivers each id. It prints `listening on …`; for each line on the standard input it prints all counts as
// one line of JSON.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** Maximum pause before an email is accepted: a real server stores it first, and a sender may be killed meanwhile. */
const LONGEST_MS = Number(process.argv[2] ?? 0)
const came = new Map<string, { to: string; times: number }>()

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData: async (stream, { envelope }, done) => {
    // A killed sender leaves an incomplete email, which does not count.
    const chunks = await Array.fromAsync<Buffer>(stream).catch(() => undefined)
    if (!chunks) return
    const raw = Buffer.concat(chunks).toString('latin1')
    const id = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? ''
    const before = came.get(id)
    came.set(id, { to: envelope.rcptTo[0]?.address ?? '', times: (before?.times ?? 0) + 1 })
    if (LONGEST_MS > 0) await pause(Math.random() * LONGEST_MS)
    done()
  },
})
smtp.on('error', () => undefined)
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
process.stdout.write(`listening on smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}\n`)
for await (const _line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify([...came].map(([id, each]) => ({ id, ...each })))}\n`)
