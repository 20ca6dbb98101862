// Twenty thousand answers of every connector under every face of the simulator: a face under which a source says
// nothing good never reads as clear. The engine's own rules under the same faces are `faults`; here every connector
// is asked, served by default or not.

import { CONNECTORS } from '@padron/server/checks/connectors/registry'
import {
  clearIn,
  ask as questionOf,
  standsFor,
  startSimulator,
  subjectOf,
} from '@padron/server/checks/testing/connectors'
import { isTrouble, readFaces } from '@padron/server/testing/chaos/world'
import type { Row } from './catalogue.ts'

const CHECKS = Number(process.env.BENCH_CLEAR_CHECKS ?? 20_000)
const AT_ONCE = 64
const DEADLINE_MS = 1_500

type Connector = (typeof CONNECTORS)[number]

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

type Result = { connector: string; checks: number; 'said nothing good': number; 'false clears': number }

export const benchClears = async (): Promise<Row[]> => {
  const simulator = await startSimulator()
  const faces = await readFaces(simulator.base)
  const connectors = CONNECTORS.filter((connector) => !connector.webhook && standsFor(connector) === connector.key)
  const each = Math.ceil(CHECKS / connectors.length / faces.names.length)
  const results = new Map<Connector, Result>(
    connectors.map((connector) => [
      connector,
      { connector: connector.key, checks: 0, 'said nothing good': 0, 'false clears': 0 },
    ]),
  )
  const questions = [...results].flatMap(([connector, result]) =>
    faces.names.flatMap((name, at) =>
      Array.from({ length: each }, (_, nth) => ({
        connector,
        result,
        name,
        subject: subjectFor(connector, at + 1, nth),
      })),
    ),
  )
  const today = new Date().toISOString().slice(0, 10)
  const work = async (): Promise<void> => {
    for (let next = questions.pop(); next; next = questions.pop()) {
      const { connector, result, name, subject } = next
      const answers = await questionOf(connector, subject, simulator.base, DEADLINE_MS)
      const clear = clearIn(Array.isArray(answers) ? connector.parse(answers, subject, today) : answers)
      result.checks++
      if (!isTrouble(faces, portalOf(connector), name, connector.key)) continue
      result['said nothing good']++
      if (clear.length === 0) continue
      result['false clears']++
      process.exitCode = 1
      process.stdout.write(`false clear: ${connector.key}: ${name} ${subject.plate}: ${clear.join(' ')}\n`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  simulator.process.kill('SIGTERM')
  const rows = [...results.values()]
  const sum = (of: Exclude<keyof Result, 'connector'>) => rows.reduce((all, row) => all + row[of], 0)
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
