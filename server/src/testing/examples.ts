// The programs that integrators copy, run as they would run them: processes against the API over HTTP, through a relay
// that counts what they ask for.
import { execFile, spawnSync } from 'node:child_process'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Company, type Somebody, type TestServer, testServer } from './server.ts'
import { appBeside } from './sign-in/identity.ts'

const EXAMPLES = join(import.meta.dirname, '../../../examples')
const hasPython = spawnSync('python3', ['--version']).status === 0
export const LANGUAGES = [
  { language: 'TypeScript', program: process.execPath, folder: 'typescript', ending: 'ts', isMissing: false },
  {
    language: `Python${hasPython ? '' : ' (skipped: there is no python3)'}`,
    program: 'python3',
    folder: 'python',
    ending: 'py',
    isMissing: !hasPython,
  },
]
type Language = (typeof LANGUAGES)[number]

type Output = { code: number; stdout: string; stderr: string }
type Environment = { PADRON_URL?: string; PADRON_TOKEN?: string }
export type Examples = {
  server: TestServer
  company: Company
  main: Somebody
  /** What was asked for since it was emptied: method and path. */
  requests: string[]
  /** Answers the next requests with these headers: 503 without a `ratelimit`, otherwise the product's answer. */
  answerWith: (headers: Record<string, string>, times?: number) => void
  tokenWith: (permissions: readonly string[], of?: Somebody) => Promise<string>
  /** @param cwd where its files are */
  run: (language: Language, cwd: string, name: string, args: readonly string[], env: Environment) => Promise<Output>
  stop: () => Promise<void>
}

const PASSED = ['authorization', 'content-type'] as const
const bodyOf = async (request: IncomingMessage) =>
  request.method === 'GET' ? {} : { body: new Uint8Array(await buffer(request)) }

type Relay = { server: Server; requests: string[]; extra: Record<string, string>[] }
const startRelay = async (target: string): Promise<Relay> => {
  const requests: string[] = []
  const extra: Record<string, string>[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const given = extra.shift()
    if (given && !given.ratelimit) {
      response.writeHead(503, { ...given, 'content-type': 'application/problem+json' }).end('{}')
      return
    }
    const relay = async () => {
      const headers = Object.fromEntries(PASSED.flatMap((name) => [[name, String(request.headers[name] ?? '')]]))
      if (request.method === 'GET') delete headers['content-type']
      const options = { method: request.method ?? 'GET', headers, ...(await bodyOf(request)) }
      const answer = await fetch(new URL(request.url ?? '', target), options)
      const type = answer.headers.get('content-type') ?? ''
      response.writeHead(answer.status, { 'content-type': type, ...given }).end(await answer.text())
    }
    void relay().catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, requests, extra }
}

const runProgram = (
  { program, folder, ending }: Language,
  cwd: string,
  name: string,
  args: readonly string[],
  env: Environment,
): Promise<Output> =>
  new Promise((resolve) => {
    const path = join(EXAMPLES, folder, `${name}.${ending}`)
    const environment = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', ...env }
    execFile(program, [path, ...args], { cwd, env: environment }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    )
  })

export const startExamples = async (): Promise<Examples> => {
  const server = await testServer()
  const company = await server.company('norte')
  const main = await server.somebody(company, 'admin', ['admin'])
  const app = await appBeside(server.db)
  const relay = await startRelay(await app.listen({ port: 0, host: '127.0.0.1' }))
  const base = `http://127.0.0.1:${(relay.server.address() as AddressInfo).port}`
  let tokens = 0
  return {
    server,
    company,
    main,
    requests: relay.requests,
    answerWith: (headers, times = 1) => relay.extra.push(...Array<Record<string, string>>(times).fill(headers)),
    tokenWith: async (permissions, of = main) => {
      const payload = { name: `Ejemplo ${tokens++}`, permissions, days: 1 }
      const { body } = await server.ask(of, { method: 'POST', url: '/api/v2/tokens', payload })
      return (body as { token: string }).token
    },
    run: (language, cwd, name, args, env) => runProgram(language, cwd, name, args, { PADRON_URL: base, ...env }),
    stop: async () => {
      relay.server.closeAllConnections()
      await new Promise((resolve) => relay.server.close(resolve))
      app.server.closeAllConnections()
      await app.close()
      await server.stop()
    },
  }
}
