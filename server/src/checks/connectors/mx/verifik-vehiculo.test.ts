// Verifik's answers about Mexico beyond its documented examples: data that only repeat the query, and errors inside a
// good answer.
import { describe, expect, it } from 'vitest'
import { jsonAnswer, lineOf } from '../../testing/connectors.ts'
import { readProviderFile } from '../../testing/provider-stub.ts'
import type { Connector, Subject } from '../connector.ts'
import { builtInConnector } from '../registry.ts'

type Json = Record<string, unknown>
const connector = builtInConnector('mx-verifik-vehiculo') as Connector
const SUBJECT: Subject = { plate: 'ABC1234', vin: '', stateId: 14, taxIdentifier: null }
const call = readProviderFile('verifik').calls.find((one) => one.connector === connector.key)
const documents = (call?.answers ?? []).map(({ name, body }) => [name, body as { data: Json }] as const)

const parse = (body: unknown, status = 200) => connector.parse([jsonAnswer(body, status)], SUBJECT, '2026-11-23')
const read = (body: unknown, status = 200): string => lineOf(parse(body, status))

describe.each(documents)('%s', (_name, body) => {
  const changed = (data: Json): Json => ({ ...body, data: { ...body.data, ...data } })
  const noBrand = { brand: undefined, make: undefined }

  it('is registered if it has brand and year, and shape-drift without them', () => {
    expect(read(body)).toBe('ok 2:14')
    expect(read(changed({ model: null }))).toBe('ok 2:14')
    expect(read(changed({ brand: null, make: null }))).toBe('shape-drift')
    expect(read(changed(noBrand))).toBe('shape-drift')
    for (const year of [null, undefined, '']) expect(read(changed({ year })), String(year)).toBe('shape-drift')
  })

  it('that only repeats the plate ends as shape-drift', () => {
    expect(read({ ...body, data: { plate: 'ABC1234' } })).toBe('shape-drift')
    const blank = { ...noBrand, model: null, year: null, vehicleType: null }
    for (const brand of [null, '']) {
      expect(read(changed({ ...blank, brand }))).toBe('shape-drift')
      expect(read(changed({ ...blank, make: brand }))).toBe('shape-drift')
    }
  })

  it('ends as http-error with an error, a code or a failure beside its data', () => {
    const refusals: Json[] = [
      { error: 'Service unavailable' },
      { error: { message: 'x' } },
      { error: true },
      { code: 'SOMETHING_ELSE' },
      { code: 'SERVICE_UNAVAILABLE', message: 'x' },
      { code: 500 },
      ...[false, null, 'false', 'False', 0, '', 'no', 'error'].map((success) => ({ success })),
    ]
    for (const message of refusals) {
      const parsed = parse({ ...body, ...message })
      expect(lineOf(parsed), JSON.stringify(message)).toBe('http-error')
      expect(parsed).toMatchObject({ why: expect.stringMatching(/./) })
    }
    expect(read(changed({ error: 'Service unavailable' }))).toBe('http-error')
    expect(read({ ...body, success: true, code: null, error: null })).toBe('ok 2:14')
  })
})

it('HTTP 409 is read by the code of its body; an unknown code ends as shape-drift', () => {
  expect(read({ code: 'MissingParameter', message: 'missing plate' }, 409)).toBe('needs-input')
  expect(read({ code: 'Conflict', message: 'insufficient_credits' }, 409)).toBe('no-credit')
  expect(read({ code: 'SomethingElse', message: 'x' }, 409)).toBe('shape-drift')
  expect(read({}, 409)).toBe('needs-input')
})
