// Shared by the connectors' tests: the simulator as a process, its credentials and addresses, the vehicles, and an
// answer as one line (`ok 0:3 8:16`) so that a table of them can be read.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { statusTone } from '@padron/contract/resources'
import { type Connector, type Parsed, PortalTrouble, type RawAnswer, type Subject } from '../connectors/connector.ts'
import { openClient } from '../engine/http-client.ts'

export const PORTALS: Readonly<Record<string, readonly [base: string, credential: string]>> = {
  nubarium: ['/nubarium', 'demo:demo'],
  'verifik-mx': ['/verifik', 'demo-verifik'],
  apitude: ['/apitude', 'demo-apitude'],
  'apitude-runt': ['/apitude', 'demo-apitude'],
  'verifik-simit': ['/verifik', 'demo-verifik'],
  'verifik-runt': ['/verifik', 'demo-verifik'],
  placapi: ['/placapi', 'demo-placapi'],
  'placapi-runt': ['/placapi', 'demo-placapi'],
  'placapi-mx': ['/placapi', 'demo-placapi'],
  rapidapi: ['/rapidapi', 'demo-rapidapi'],
  'datos-gov-co': ['/socrata', ''],
  'avit-medellin': ['/avit', 'anonimo:demo'],
}

/** AVIT's cities answer alike: one of them represents all. */
export const standsFor = ({ key }: Connector): string => key.replace(/^co-avit-.*/, 'co-avit-medellin')

/** @param mark begins plate and VIN: `QQ14` makes the simulator show scenario 14; of a holder's number, `000014` */
export const subjectOf = ({ country }: Connector, mark = ''): Subject => ({
  plate: mark ? `${mark}AA` : country === 'MX' ? 'FAA123A' : 'ABC123',
  vin: `${mark}3N1CN8AE1RL000101`.slice(0, 17),
  stateId: country === 'MX' ? 5 : 11,
  taxIdentifier: country === 'MX' ? null : mark ? `${mark.replace('QQ', '0000')}456` : '900123456-8',
})

export async function startSimulator(): Promise<{ base: string; process: ChildProcess }> {
  const main = fileURLToPath(new URL('../../../../simulator/src/main.ts', import.meta.url))
  const env = { ...process.env, SIMULATOR_PORT: '0', SIMULATOR_ASYNC_MS: '50', SIMULATOR_SLOW_MS: '5000' }
  const child = spawn(process.execPath, [main, '--with-parent'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { base: String(line).trim().split(' ').at(-1) ?? '', process: child }
}

/** The answers, or the error that the HTTP client ended with. */
export async function ask(
  connector: Connector,
  subject: Subject,
  base: string,
  deadlineMs: number,
): Promise<RawAnswer[] | Parsed> {
  const [path = '', credential = ''] = PORTALS[connector.portal] ?? []
  try {
    return await connector.fetch(subject, openClient(base + path, credential, AbortSignal.timeout(deadlineMs)))
  } catch (error) {
    if (error instanceof PortalTrouble && error.outcome !== undefined)
      return { outcome: error.outcome, why: error.message }
    throw error
  }
}

const pairs = (parsed: Parsed): string[] =>
  'findings' in parsed ? parsed.findings.map(({ type, status }) => `${type}:${status}`) : []

export const lineOf = (parsed: Parsed): string => [parsed.outcome, ...pairs(parsed)].join(' ')
/** The clear statuses of an answer: `0:3`. */
export const clearIn = (parsed: Parsed): string[] =>
  pairs(parsed).filter((pair) => statusTone(Number(pair.split(':')[1])) === 'clear')

/** A JSON answer as it came from a source. */
export const jsonAnswer = (body: unknown, status = 200): RawAnswer => ({
  request: 'GET /',
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})
