// Apitude's answers beyond its documented examples: which are polled again and which end at once.
import { expect, it } from 'vitest'
import { jsonAnswer, lineOf, subjectOf } from '../../testing/connectors.ts'
import { clientWith } from '../../testing/generic-example.ts'
import { cdmxAdeudos } from './cdmx-adeudos.ts'

const ACCEPTED = jsonAnswer({ message: 'Request processed successfully', request_id: 'a-1' })

/** The outcome, and how often the result was polled. */
const outcomeOf = async (...bodies: unknown[]): Promise<[end: string, polls: number]> => {
  const subject = subjectOf(cdmxAdeudos)
  const { client, queries: requests } = clientWith([ACCEPTED, ...bodies.map((body) => jsonAnswer(body))])
  const answers = await cdmxAdeudos.fetch(subject, client)
  return [lineOf(cdmxAdeudos.parse(answers, subject, '2026-11-23')), requests.length - 1]
}

it('polls while there is no result, or one without its status', async () => {
  const refused = { result: { status: 400, message: 'invalid' } }
  expect(await outcomeOf({}, { result: null }, { result: {} }, { result: { status: null } }, refused)).toEqual([
    'needs-input',
    5,
  ])
})

it('does not poll after an answer of another form', async () => {
  expect(await outcomeOf({ result: { status: 'listo' } })).toEqual(['shape-drift', 1])
  expect(await outcomeOf({ result: [] })).toEqual(['shape-drift', 1])
  expect(await outcomeOf({ data: { status: 200 } })).toEqual(['shape-drift', 1])
})

it.each([
  [401, 'bad-credentials'],
  [402, 'no-credit'],
  [403, 'bad-credentials'],
  [429, 'rate-limited'],
  [500, 'http-error'],
])('reads result.status %i like an HTTP status', async (status, outcome) => {
  expect(await outcomeOf({ result: { status, message: 'x' } })).toEqual([outcome, 1])
})

const WHOLE = {
  clean: true,
  found: true,
  license_plate: subjectOf(cdmxAdeudos).plate,
  fotocivicas_score: null,
  debts: [],
  environmental_sanctions: [],
  unpaid_traffic_violations: [],
  vehicle_circulation_card: null,
}

it('a plate that is found and not found at once ends as shape-drift', async () => {
  expect(await outcomeOf({ result: { status: 200, data: WHOLE } })).toEqual(['partial 0:3 9:1 1:1 7:1', 1])
  expect(await outcomeOf({ result: { status: 404, data: WHOLE } })).toEqual(['shape-drift', 1])
  expect(await outcomeOf({ result: { status: 404, data: null } })).toEqual(['ok 0:10 1:10 3:10 7:10 9:10', 1])
})

it('an acceptance without its id ends as shape-drift, without polling', async () => {
  const { client, queries: requests } = clientWith([jsonAnswer({ message: 'Request processed successfully' })])
  const subject = subjectOf(cdmxAdeudos)
  const answers = await cdmxAdeudos.fetch(subject, client)
  expect(lineOf(cdmxAdeudos.parse(answers, subject, '2026-11-23'))).toBe('shape-drift')
  expect(requests).toHaveLength(1)
})
