// A mail server for tests: it records what arrives, and answers the next recipients as the test configures.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Certificate } from './certificate.ts'

export type Arrived = { from: string; to: string[]; email: Email; bytes: number }
export type TestSmtp = {
  url: string
  arrived: Arrived[]
  /** What it answers to the next recipients; after these, yes. */
  answers: (number | undefined)[]
  stop: () => Promise<void>
}

/** Of whom alone it accepts emails, and what it proves itself by: a password is sent only over TLS. */
type Login = { user: string; password: string; certificate: Certificate }

/** @param login absent: of anybody, without TLS */
export const testSmtp = async (login?: Login): Promise<TestSmtp> => {
  const arrived: Arrived[] = []
  const answers: (number | undefined)[] = []
  const smtp = new SMTPServer({
    authOptional: !login,
    secure: login !== undefined,
    ...login?.certificate,
    disabledCommands: login ? [] : ['STARTTLS', 'AUTH'],
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === login?.user && password === login?.password) return done(null, { user: username })
      done(Object.assign(new Error('5.7.8 Authentication credentials invalid'), { responseCode: 535 }))
    },
    onRcptTo: (_address, _session, done) => {
      const code = answers.shift()
      done(code ? Object.assign(new Error('no'), { responseCode: code }) : null)
    },
    onData: async (stream, { envelope }, done) => {
      const chunks = await Array.fromAsync<Buffer>(stream).catch(() => undefined)
      if (!chunks) return // cut off in the middle: nothing came
      const raw = Buffer.concat(chunks)
      const email = await PostalMime.parse(raw)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      arrived.push({ from, to: envelope.rcptTo.map(({ address }) => address), email, bytes: raw.length })
      done()
    },
  })
  smtp.on('error', () => undefined)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  return {
    url: `${login ? 'smtps' : 'smtp'}://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    arrived,
    answers,
    stop: () => new Promise<void>((done) => smtp.close(() => done())),
  }
}

export const headerOf = ({ email }: Arrived, name: string): string | undefined =>
  email.headers.find(({ key }) => key === name.toLowerCase())?.value
