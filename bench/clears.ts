// Twenty thousand answers of every connector under every face of the simulator: a face under which a source says nothing good never
// reads as clear. The engine's own rules under the same faces are `faults`; here every connector is asked, served by default or not.
import {
  clearIn,
  ask as questionOf,
  standsFor,
  startSimulator,
  subjectOf,
} from '@padron/server/resources/connectors-for-tests'
import { CONNECTORS } from '@padron/server/resources/registry'
import type { Row } from './catalogue.ts'

const CHECKS = Number(process.env.BENCH_CLEAR_CHECKS ?? 20_000)
const AT_ONCE = 64
const DEADLINE_MS = 5_000

/** Whatever the portal: the answer does not come whole. */
const TRANSPORT = ['hang', 'drip', 'cut', 'gzip-bomb', 'slow']
/** Where the portal has them: it says nothing good of the vehicle. */
const NOTHING_GOOD = [
  'other-plate',
  'drift',
  'ok-with-error',
  'unauthorized',
  'server-error',
  'captcha',
  'pending',
  'conflict',
  'rate-limited',
  'no-rows-key',
  'not-registered',
  'does-not-exist',
  'plate-changed',
  'no-credit',
  'out-of-service',
  'wrong-owner',
  'empty-pair',
]

type Faces = { faces: { number: number; name: string }[]; claims: Record<string, string[]> }
type Connector = (typeof CONNECTORS)[number]

/** Answers about the owner's document, which a call without one cannot get. */
const DOCUMENT_FACES = ['wrong-owner', 'empty-pair']

/** Which portal of the simulator a connector asks. */
const portalOf = ({ key, portal }: Connector): string => (key.startsWith('co-avit') ? 'avit' : portal)

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
/** A vehicle of its own under a face's mark. */
const subjectFor = (connector: Connector, face: number, nth: number) => {
  const mark = `QQ${String(face).padStart(2, '0')}`
  const suffix = `${LETTERS.charAt(nth % LETTERS.length)}${LETTERS.charAt(Math.floor(nth / LETTERS.length) % LETTERS.length)}`
  return {
    ...subjectOf(connector, mark),
    plate: `${mark}${suffix}`,
    vin: `${mark}3N1CN8AE1${String(nth).padStart(4, '0')}`,
  }
}

export const benchClears = async (): Promise<Row[]> => {
  const simulator = await startSimulator()
  const { faces, claims } = (await (await fetch(`${simulator.base}/__control/faces`)).json()) as Faces
  const connectors = CONNECTORS.filter((connector) => !connector.webhook && standsFor(connector) === connector.key)
  const each = Math.ceil(CHECKS / connectors.length / faces.length)
  const result = new Map(connectors.map(({ key }) => [key, { checks: 0, mute: 0, clear: [] as string[] }]))
  const questions = connectors.flatMap((connector) =>
    faces.flatMap((face) => Array.from({ length: each }, (_, nth) => ({ connector, face, nth }))),
  )
  const work = async (): Promise<void> => {
    for (let next = questions.pop(); next; next = questions.pop()) {
      const { connector, face, nth } = next
      const subject = subjectFor(connector, face.number, nth)
      const answers = await questionOf(
        connector,
        subject,
        simulator.base,
        TRANSPORT.includes(face.name) ? 1_000 : DEADLINE_MS,
      )
      const parsed = Array.isArray(answers)
        ? connector.parse(answers, subject, new Date().toISOString().slice(0, 10))
        : answers
      const row = result.get(connector.key)
      if (!row) continue
      row.checks++
      const possible = connector.inputs.includes('taxIdentifier') || !DOCUMENT_FACES.includes(face.name)
      const claimed = possible && claims[portalOf(connector)]?.includes(face.name) && NOTHING_GOOD.includes(face.name)
      if (!claimed && !TRANSPORT.includes(face.name)) continue
      row.mute++
      if (clearIn(parsed).length > 0) row.clear.push(`${face.name} ${subject.plate}: ${clearIn(parsed).join(' ')}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  simulator.process.kill('SIGTERM')
  for (const [key, { clear }] of result)
    for (const one of clear.slice(0, 5)) process.stdout.write(`false clear: ${key}: ${one}\n`)
  if ([...result.values()].some(({ clear }) => clear.length > 0)) process.exitCode = 1
  const rows = [...result].map(([connector, { checks, mute, clear }]) => ({
    connector,
    checks,
    'said nothing good': mute,
    'false clears': clear.length,
  }))
  const sum = (of: 'checks' | 'said nothing good' | 'false clears') => rows.reduce((all, row) => all + row[of], 0)
  return [
    ...rows,
    {
      connector: 'all',
      checks: sum('checks'),
      'said nothing good': sum('said nothing good'),
      'false clears': sum('false clears'),
    },
  ]
}
