// The current API against the released one, and what the comparison detects.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenPromises, type Description, withoutReferences } from './released-api.ts'

const read = (name: string) =>
  withoutReferences(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs', name), 'utf8')) as Description,
  )
const released = read('openapi.released.json')
const now = read('openapi.gen.json')

it('a program written for the released API still works', () => {
  expect(brokenPromises(released, now)).toEqual([])
})

it('the version is not lower than the released one’s', () => {
  const numbers = ({ info }: Description) => info.version.split('.').map(Number)
  const [major = 0, minor = 0] = numbers(now)
  const [formerMajor = 0, formerMinor = 0] = numbers(released)
  expect(major).toBe(2)
  expect(major * 1000 + minor).toBeGreaterThanOrEqual(formerMajor * 1000 + formerMinor)
})

const schema = (change: object = {}) => ({
  type: 'object',
  properties: { a: { type: 'string', enum: ['x', 'y'] }, b: { type: 'integer' } },
  required: ['a'],
  ...change,
})
const described = (asks: object, tells: object, parameters: object[] = [], path = '/uno'): Description => ({
  info: { version: '2.0.0' },
  paths: {
    [path]: {
      post: {
        parameters: parameters as never,
        requestBody: { content: { 'application/json': { schema: asks } } },
        responses: { 200: { content: { 'application/json': { schema: tells } } } },
      },
    },
  },
  webhooks: { hecho: { post: { requestBody: { content: { 'application/json': { schema: tells } } } } } },
})
const before = described(schema(), schema(), [{ name: 'q', in: 'query', schema: { type: 'string' } }])
const query = [{ name: 'q', in: 'query', schema: { type: 'string' } }]

describe('the comparison', () => {
  it.each<[string, Description, string[]]>([
    ['nothing', before, []],
    ['a removed path', described(schema(), schema(), query, '/dos'), ['POST /uno went away']],
    ['a removed parameter', described(schema(), schema()), ['POST /uno?q went away']],
    [
      'a parameter that became required',
      described(schema(), schema(), [...query, { name: 'r', in: 'query', required: true }]),
      ['POST /uno?r became required'],
    ],
    [
      'a field that became required',
      described(schema({ required: ['a', 'b'] }), schema(), query),
      ['POST /uno.b became required'],
    ],
    [
      'a field that is no longer accepted',
      described(schema({ properties: { a: { type: 'string', enum: ['x', 'y'] } } }), schema(), query),
      ['POST /uno.b went away'],
    ],
    [
      'a value that is no longer accepted',
      described(
        schema({ properties: { a: { type: 'string', enum: ['x'] }, b: { type: 'integer' } } }),
        schema(),
        query,
      ),
      ['POST /uno.a: "y" went away'],
    ],
    [
      'a field of another type',
      described(
        schema({ properties: { a: { type: 'string', enum: ['x', 'y'] }, b: { type: 'string' } } }),
        schema(),
        query,
      ),
      ['POST /uno.b is of another kind'],
    ],
    [
      'a field that is no longer returned',
      described(schema(), schema({ properties: { b: { type: 'integer' } } }), query),
      ['POST /uno → 200.a went away', 'hecho.a went away'],
    ],
    [
      'a field that may be missing',
      described(schema(), schema({ required: [] }), query),
      ['POST /uno → 200.a may be missing', 'hecho.a may be missing'],
    ],
  ])('finds %s', (_what, after, faults) => {
    expect(brokenPromises(before, after)).toEqual(faults)
  })

  it('allows new fields in responses, and optional ones in requests', () => {
    const more = { ...schema().properties, c: { type: 'string' } }
    const after = described(schema({ properties: more }), schema({ properties: more, required: ['a', 'c'] }), query)
    expect(brokenPromises(before, after)).toEqual([])
  })
})
