// Every connector against good answers that also report a failure, or name another vehicle: none is clear. The answers
// are those of the provider files that end clear.
import { describe, expect, it } from 'vitest'
import { clearIn, jsonAnswer } from '../../testing/connectors.ts'
import { providerNames, readProviderFile } from '../../testing/provider-stub.ts'
import type { Connector, Parsed } from '../connector.ts'
import { builtInConnector, CONNECTORS } from '../registry.ts'

type Fields = Record<string, unknown>

const examples = providerNames().flatMap((name) => {
  const { seen, calls } = readProviderFile(name)
  return calls.flatMap(({ connector: key, answers, path }) => {
    const connector = builtInConnector(key ?? '')
    if (!connector || path.includes('login')) return []
    return answers.map((answer) => ({ connector, seen, ...answer }))
  })
})
type Example = (typeof examples)[number]

/** A first answer: the id of a query, and a login. */
const BEFORE = jsonAnswer({ id: 'a-1', request_id: 'a-1', rcSiteKey: 'disable' })
const parsed = ({ connector, seen, subject }: Example, body: unknown): Parsed => {
  const isFirst = connector.delivery !== 'poll' && !connector.key.startsWith('co-avit')
  const { vin = '', stateId = 0, taxIdentifier = null } = subject
  const answers = [...(isFirst ? [] : [BEFORE]), jsonAnswer(body)]
  return connector.parse(answers, { ...subject, vin, stateId, taxIdentifier }, seen)
}

const clear = examples.filter(
  (one) => one.status === 200 && clearIn(parsed(one, one.body)).length > 0 && Object(one.body) === one.body,
)
const toCase = (one: Example) => [one.connector.key, one.name, one] as const

const FAILURES: Fields[] = [
  { error: 'source_unavailable' },
  { error: { message: 'source_unavailable' } },
  { errors: ['source_unavailable'] },
  { errors: [{ message: 'source_unavailable' }] },
  { success: false },
  { success: 'false' },
]

/** The answer with this failure at the top, and inside each of the objects that wrap it. */
const failureIn = (body: unknown, failure: Fields): Fields[] => {
  const fields = body as Fields
  const inner = ['data', 'result', 'value'].filter((name) => Object(fields[name]) === fields[name])
  return [
    { ...fields, ...failure },
    ...inner.flatMap((name) => failureIn(fields[name], failure).map((changed) => ({ ...fields, [name]: changed }))),
  ]
}

/**
 * The answer with another plate in each of its places in turn, except in a theft report, which may name an earlier
 * plate.
 */
const ofOtherPlate = (body: unknown, plate: string): unknown[] => {
  const text = JSON.stringify(body, (name, value) => (name === 'pgj' ? undefined : value))
  const places = [...text.matchAll(new RegExp(`"${plate}"`, 'g'))]
  return places.map(({ index }) => JSON.parse(`${text.slice(0, index)}"ZZZ999"${text.slice(index + plate.length + 2)}`))
}

it('every connector that reports a status has an example answer that is clear', () => {
  const reported = new Set(clear.map(({ connector }) => connector.key))
  const hasFinding = ({ key, purpose }: Connector) =>
    reported.has(key) || purpose === 'history' || key.startsWith('co-avit') || undefined
  expect(CONNECTORS.filter((connector) => !hasFinding(connector)).map(({ key }) => key)).toEqual([])
  expect([...reported]).toContain('co-avit-medellin')
})

describe.each(clear.map(toCase))('%s: %s', (_key, _name, one) => {
  it('ends as http-error when it reports a failure', () => {
    for (const body of FAILURES.flatMap((failure) => failureIn(one.body, failure)))
      expect(parsed(one, body), JSON.stringify(body).slice(0, 300)).toMatchObject({ outcome: 'http-error' })
  })
  it('is accepted when its error fields are empty', () => {
    const none = { errors: [], error: null }
    expect(clearIn(parsed(one, failureIn(one.body, none)[0]))).toEqual(clearIn(parsed(one, one.body)))
  })
  it('is not clear when it names another plate', () => {
    for (const body of ofOtherPlate(one.body, one.subject.plate))
      expect(clearIn(parsed(one, body)), JSON.stringify(body).slice(0, 300)).toEqual([])
  })
})
