// Every connector on saved answers: what each scenario means, and that no damage to an answer makes it read as clear.
// A false "sin adeudo" is the worst fault, so every key is removed in turn.
import { existsSync } from 'node:fs'
import { isStatusId, resourceType } from '@padron/contract/resources'
import { describe, expect, it } from 'vitest'
import { isDrill } from '../../testing/drill.ts'
import { RESOURCES } from '../services/catalogue.ts'
import { clearIn, lineOf, standsFor, subjectOf } from '../testing/connectors.ts'
import { fixtureFolder, readFixture, savedAnswers, savedScenarios } from '../testing/fixtures.ts'
import type { Connector, Parsed, RawAnswer } from './connector.ts'
import { builtInConnector, CONNECTORS } from './registry.ts'

const TODAY = '2026-03-10'
const parse = (connector: Connector, answers: readonly RawAnswer[]): Parsed =>
  connector.parse(answers, subjectOf(connector), TODAY)

const REFUSALS = {
  unauthorized: 'bad-credentials',
  conflict: 'needs-input',
  'rate-limited': 'rate-limited',
  'server-error': 'http-error',
  captcha: 'captcha',
  drift: 'shape-drift',
  'ok-with-error': 'http-error',
  'other-plate': 'shape-drift',
  pending: 'http-error',
  'no-rows-key': 'shape-drift',
  'no-credit': 'no-credit',
  'out-of-service': 'http-error',
  'wrong-owner': 'needs-input',
}

const PLACAPI_RUNT = {
  clean: 'ok 5:6 12:22',
  'one-debt': 'ok 5:8 12:22',
  'many-debts': 'ok 5:8 12:23',
  'unknown-field': 'ok 5:6 12:22',
  'not-registered': 'ok 5:11 12:11',
  'does-not-exist': 'ok 5:11 12:11',
  partial: 'partial 5:6',
}

const EXPECTED: Readonly<Record<string, Record<string, string>>> = {
  'mx-repuve': {
    clean: 'ok 2:14',
    'plate-changed': 'ok 2:12',
    partial: 'partial 2:14',
    'unknown-field': 'ok 2:14',
    'ok-with-error': 'shape-drift',
  },
  'mx-cdmx-adeudos': {
    clean: 'ok 0:3 9:1 1:1 7:1 3:19',
    'one-debt': 'ok 0:3 9:0 1:0 7:1 3:19',
    'many-debts': 'ok 0:2 9:0 1:0 7:0 3:20',
    'plate-changed': 'ok 0:12 1:12 3:12 7:12 9:12',
    'not-registered': 'ok 0:11 1:11 3:11 7:11 9:11',
    'does-not-exist': 'ok 0:10 1:10 3:10 7:10 9:10',
    partial: 'partial 0:3 9:0 1:0 3:19',
    'sum-mismatch': 'shape-drift',
    paid: 'ok 0:3 9:0 1:0 7:1 3:19',
    'unknown-field': 'ok 0:3 9:0 1:0 7:1 3:19',
  },
  'co-simit': {
    clean: 'ok 1:1 13:25',
    'one-debt': 'ok 1:1 13:24',
    partial: 'partial 13:24',
    'sum-mismatch': 'partial 13:24',
    growing: 'ok 1:0 13:25',
    paid: 'ok 1:1 13:24',
    'unknown-field': 'ok 1:1 13:24',
    'older-form': 'ok 1:1 13:24',
    'does-not-exist': 'ok 1:11 13:11',
  },
  'co-runt': {
    clean: 'ok 5:6 12:22',
    'one-debt': 'ok 5:8 12:22',
    'many-debts': 'ok 5:8 12:23',
    'does-not-exist': 'ok 5:10 12:10',
    'unknown-field': 'ok 5:6 12:22',
    partial: 'partial 5:6',
  },
  'co-runt-placa': {
    clean: 'ok 5:6 12:22',
    'one-debt': 'ok 5:8 12:22',
    'does-not-exist': 'ok 5:10 12:10',
    'unknown-field': 'ok 5:6 12:22',
    partial: 'partial 5:6',
  },
  'co-runt-vin': {
    clean: 'ok 5:6 12:22',
    'one-debt': 'ok 5:8 12:22',
    'does-not-exist': 'ok 5:10 12:10',
    'unknown-field': 'ok 5:6 12:22',
    partial: 'partial 5:6',
  },
  'mx-verifik-vehiculo': {
    clean: 'ok 2:14',
    'does-not-exist': 'ok 2:10',
    'unknown-field': 'ok 2:14',
  },
  // The answer names no plate, and its empty or null lists give no status.
  'co-apitude-runt': {
    clean: 'ok 5:6 12:22',
    'one-debt': 'ok 5:8 12:22',
    'many-debts': 'ok 5:8 12:23',
    'does-not-exist': 'ok 5:11 12:11',
    'unknown-field': 'ok 5:6 12:22',
    partial: 'partial 5:6',
  },
  // A multa and a comparendo look the same: where one is owed, nothing is known of comparendos. No answer names the
  // plate.
  'co-placapi': {
    clean: 'ok 1:1 13:25',
    'one-debt': 'ok 1:0',
    'many-debts': 'ok 1:0',
    paid: 'ok 1:0',
    'unknown-field': 'ok 1:0',
    'sum-mismatch': 'partial 1:0',
    'not-registered': 'ok 1:11 13:11',
    'does-not-exist': 'ok 1:11 13:11',
  },
  'co-placapi-runt': PLACAPI_RUNT,
  'co-placapi-runt-vin': { ...PLACAPI_RUNT, 'plate-changed': 'ok 5:12 12:12' },
  'mx-placapi-vehiculo': {
    clean: 'ok 2:14 4:5',
    theft: 'ok 2:14 4:4',
    partial: 'partial 2:14',
    'unknown-field': 'ok 2:14 4:5',
    'not-registered': 'ok 2:11 4:11',
    'does-not-exist': 'ok 2:11 4:11',
  },
  // No section is known to say «no theft» in words: type 4 is a report or absent.
  'mx-rapidapi-vehiculo': {
    clean: 'ok 2:14',
    theft: 'ok 2:14 4:4',
    'plate-changed': 'ok 2:12',
    'unknown-field': 'ok 2:14',
    'ok-with-error': 'shape-drift',
  },
  // Open data gives the past and no status; a missing column is an unknown value, not a changed answer.
  'co-simit-historico': {
    clean: 'ok',
    'one-debt': 'ok',
    'many-debts': 'ok',
    partial: 'ok',
    paid: 'ok',
    drift: 'ok',
    'unknown-field': 'ok',
    'no-rows-key': 'http-error',
    'out-of-service': 'shape-drift',
  },
  'co-parque-automotor': {
    clean: 'ok',
    partial: 'ok',
    drift: 'ok',
    'unknown-field': 'ok',
    'no-rows-key': 'http-error',
    'out-of-service': 'shape-drift',
  },
  'co-avit-medellin': {
    clean: 'ok 1:1 13:25',
    'one-debt': 'ok 1:1 13:24',
    'many-debts': 'ok 1:0 13:24',
    growing: 'ok 1:0 13:25',
    'unknown-field': 'ok 1:1 13:24',
    partial: 'partial 13:24',
    'not-registered': 'ok 1:11 13:11',
  },
}

const DISTINCT = CONNECTORS.filter((connector) => standsFor(connector) === connector.key)
const everyFixture = DISTINCT.flatMap((connector) =>
  savedScenarios(connector).map((scenario) => [connector, scenario] as const),
)
const fixtureCases = everyFixture.map(([connector, scenario]) => [connector.key, scenario, connector] as const)

describe('registry', () => {
  it('has every connector once, and the connector of every resource that names one', () => {
    expect(new Set(CONNECTORS.map(({ key }) => key)).size).toBe(CONNECTORS.length)
    for (const { connector: key, type, portal, country } of RESOURCES) {
      if (key === null) continue
      expect(builtInConnector(key), key).toMatchObject({ portal, country })
      expect(builtInConnector(key)?.types, `${key} ${type}`).toContain(type)
    }
  })

  it('has the saved answers that every connector must have', () => {
    for (const connector of CONNECTORS) {
      expect(existsSync(fixtureFolder(connector)), connector.key).toBe(true)
      expect(savedScenarios(connector), connector.key).toEqual(
        expect.arrayContaining(['clean', 'drift', 'captcha', 'ok-with-error']),
      )
      expect(Object.keys({ ...REFUSALS, ...EXPECTED[standsFor(connector)] })).toEqual(
        expect.arrayContaining(savedScenarios(connector)),
      )
    }
  })
})

describe('a fixture', () => {
  const answers = [{ request: 'GET /', status: 200, contentType: 'application/json', body: '{}' }]
  const documented = { key: 'mx-prueba', provenance: 'documented' } as const
  it('is accepted with its provenance', () => {
    expect(readFixture(JSON.stringify({ from: 'document', answers }), documented)).toEqual(answers)
    expect(readFixture(JSON.stringify({ from: 'example', answers }), { key: 'mx-prueba' })).toEqual(answers)
  })

  it.each([
    ['a bare list', answers, documented],
    ['no provenance', { answers }, documented],
    ['an unknown provenance', { from: 'guess', answers }, documented],
  ])('is rejected with %s', (_what, fixture, connector) => {
    expect(() => readFixture(JSON.stringify(fixture), connector)).toThrow()
  })

  it.each([
    ['client', documented],
    ['example', documented],
    ['document', { key: 'mx-prueba', provenance: 'client' }],
    ['document', { key: 'mx-prueba' }],
  ] as const)('is rejected from "%s" if its connector has another provenance', (from, connector) => {
    expect(() => readFixture(JSON.stringify({ from, answers }), connector)).toThrow('rests on')
  })
})

describe('saved answers', () => {
  it.each(fixtureCases)('%s under %s', (key, scenario, connector) => {
    const parsed = parse(connector, savedAnswers(connector, scenario))
    expect(lineOf(parsed)).toBe({ ...REFUSALS, ...EXPECTED[key] }[scenario])
    if ('findings' in parsed) {
      for (const { type, status } of parsed.findings) {
        expect(isStatusId(status) && resourceType(type)).toBeTruthy()
        expect(connector.types).toContain(type)
      }
    } else expect(parsed.why).not.toBe('')
  })

  it.each(fixtureCases)('%s under %s: sums add up', (_key, scenario, connector) => {
    const parsed = parse(connector, savedAnswers(connector, scenario))
    const results = 'findings' in parsed ? parsed.findings.flatMap((finding) => finding.results) : []
    for (const result of results) {
      const { subTotal, discount, surcharge, total, sumMismatch } = result
      if (scenario === 'sum-mismatch') expect(sumMismatch).toBe(true)
      else
        expect(Math.round(((subTotal ?? 0) - (discount ?? 0) + (surcharge ?? 0)) * 100)).toBe(
          Math.round((total ?? 0) * 100),
        )
    }
  })

  it('honours Retry-After', () => {
    for (const connector of CONNECTORS) {
      expect(parse(connector, savedAnswers(connector, 'rate-limited'))).toMatchObject({ retryAfterSeconds: 1 })
    }
  })
})

/** Every copy of a JSON value with one key of one object left out. */
function* withoutOneKey(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const rebuilt = (part: unknown) =>
      Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part }
    for (const damaged of withoutOneKey(inner)) yield rebuilt(damaged)
    if (Array.isArray(value)) continue
    const { [key]: _left, ...rest } = value as Record<string, unknown>
    yield rest
  }
}

const PAGES = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '""',
  '<!doctype html><html><body><p>Sin adeudos</p></body></html>',
  '<html><div class="g-recaptcha"></div></html>',
]

function* damages(body: string): Generator<string> {
  yield* PAGES
  for (let part = 1; part < 40; part++) yield body.slice(0, Math.floor((body.length * part) / 40))
  yield body.slice(0, -1)
  if (body.startsWith('{')) for (const damaged of withoutOneKey(JSON.parse(body))) yield JSON.stringify(damaged)
  // Elements of a page.
  else
    for (const [element] of body.matchAll(/<(span|p|tr|td|th|table)\b[^>]*>.*?<\/\1>/g)) yield body.replace(element, '')
}

/** Connectors whose answers never name the vehicle. */
const NO_NAME: ReadonlySet<string> = new Set(['co-placapi', 'co-apitude-runt'])
const NAMELESS: ReadonlySet<string> = new Set(['co-simit', 'co-avit-medellin', 'co-simit-historico'])

/** Answers with many debts are like those with one, and take long. */
const DAMAGED = fixtureCases.filter(([, scenario]) => isDrill || scenario !== 'many-debts')

describe('a damaged answer never reads as clear', () => {
  it.each(DAMAGED)('%s under %s', (_key, scenario, connector) => {
    const answers = savedAnswers(connector, scenario)
    const last = answers.at(-1)
    if (!last) throw new Error('no answer')
    const before = clearIn(parse(connector, answers))
    for (const body of damages(last.body)) {
      const after = parse(connector, answers.with(-1, { ...last, body }))
      expect(before, `${lineOf(after)} from ${body.slice(0, 2000)}`).toEqual(expect.arrayContaining(clearIn(after)))
    }
    for (const status of [202, 204, 302, 400, 401, 403, 404, 409, 410, 429, 500, 503]) {
      const after = parse(connector, answers.with(-1, { ...last, status }))
      if (status !== last.status) expect(clearIn(after), `${status}`).toEqual([])
    }
    expect(clearIn(parse(connector, []))).toEqual([])
  })

  it.each(DISTINCT.map((connector) => [connector.key, connector] as const))(
    '%s if another vehicle was queried',
    (_key, connector) => {
      // PlacApi's fines and Apitude's RUNT name no plate, and nothing found in SIMIT, AVIT and open data names no
      // plate: there is nothing to compare.
      const scenario = NAMELESS.has(connector.key) ? 'one-debt' : 'clean'
      if (NO_NAME.has(connector.key)) return
      const stranger = {
        ...subjectOf(connector),
        plate: 'ZZZ999Z',
        vin: 'ZZZZZZZZZZZZZZZZZ',
        taxIdentifier: '800999888-0',
      }
      expect(connector.parse(savedAnswers(connector, scenario), stranger, TODAY).outcome).toBe('shape-drift')
    },
  )
})
