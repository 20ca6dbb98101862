import { describe, expect, it } from 'vitest'
import {
  attackName,
  found,
  isFilter,
  places,
  setUpAttacks,
  someCalls,
  WITH_BODY,
} from '../../testing/attacks/attacks.ts'
import { type Json, type Operation, put } from '../../testing/attacks/openapi.ts'
import { expectNoFault, expectRefused } from '../../testing/attacks/refusal.ts'
import { someCases } from '../../testing/drill.ts'

const attacks = setUpAttacks()

const SQL: readonly Json[] = [
  'plate; drop table vehicle',
  '(select 1)',
  'plate desc',
  'password_hash',
  'u.password_hash',
  '1',
  "asc'--",
  '',
  ' plate',
  'PLATE',
  'constructor',
  'toString',
  '__proto__',
  ['plate'],
  [],
  { asc: 1 },
  {},
  1,
  null,
  true,
]

describe.each(someCalls(WITH_BODY, 3))('$name with SQL in a field with fixed values', (operation) => {
  it('is rejected', async () => {
    const valid = await attacks.written(operation)
    const words = places(operation, valid.body).filter(({ schema }) => schema.enum && schema.type === 'string')
    for (const place of words)
      for (const value of SQL) {
        if (place.schema.enum?.includes(value)) continue
        const answer = await attacks.send(operation, valid, put(valid.body, place.at, value))
        expectRefused(answer, [400], attackName(operation, place, value))
      }
  })
})

/** Too long, or not storable in PostgreSQL. */
const REFUSED = ['a\u0000b', 'x'.repeat(10_240), '\ud800', 'a\udfff']
/** No row contains any of these, so a filter that takes them literally finds nothing. */
const WILD = [
  '%',
  '_',
  '\\',
  "'",
  '%_%_%_%Z',
  '%%',
  '\\%',
  '$1',
  '[a-z]',
  '.*',
  "' or 1=1 --",
  '"',
  '{}',
  '👍🏽'.repeat(20),
]
const MOMENTS = [
  '0000-01-01T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-16:00',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00+14:00',
  '2026-01-01T00:00:00.123456789012Z',
  '2026-01-01',
  'now',
  'infinity',
  'epoch',
  "2026'--",
]

/** A body with only this value. */
const only = ([key, ...rest]: readonly (string | number)[], value: Json): Json =>
  key === undefined ? value : typeof key === 'number' ? [only(rest, value)] : { [key]: only(rest, value) }
/** Texts that find the company's own rows. */
const OURS: Readonly<Record<string, string>> = { username: 'norte-nuestro', userPhone: '81123', vin: '3N1CN8AE1RL' }
const textsOf = (operation: Operation, body: Json) =>
  places(operation, body).filter(({ schema, value }) => typeof value === 'string' && !schema.enum)

describe.each(WITH_BODY.filter(({ lists }) => lists))(
  '$name filtered by a text with a meaning in the database',
  (operation) => {
    it('takes it literally or rejects it', async () => {
      const valid = await attacks.right(operation)
      const texts = textsOf(operation, valid.body).filter(({ schema }) => !schema.format && !schema.pattern)
      expect(texts.length).toBeGreaterThan(0)
      for (const [n, place] of someCases(texts, 6, 0).entries()) {
        const ours = await attacks.send(
          operation,
          valid,
          only(place.at, place.at.includes('exact') ? valid.mark : (OURS[place.name] ?? 'NUESTRO')),
        )
        expect(found(ours.body), attackName(operation, place, 'ours')).toBeGreaterThan(0)
        for (const value of someCases(WILD, 1, n)) {
          const answer = await attacks.send(operation, valid, only(place.at, value))
          expect(answer.status, attackName(operation, place, value)).toBe(200)
          expect(found(answer.body), attackName(operation, place, value)).toBe(0)
        }
        for (const value of someCases(REFUSED, 1, n))
          expectRefused(
            await attacks.send(operation, valid, only(place.at, value)),
            [400],
            attackName(operation, place, value),
          )
      }
    })
  },
)

const OTHERS = WITH_BODY.filter(({ lists }) => !lists)
describe.each(someCalls(OTHERS, 2))('$name with a text that could be read as something else', (operation) => {
  it('takes it literally or rejects it', async () => {
    const valid = await attacks.right(operation)
    for (const [n, place] of someCases(textsOf(operation, valid.body), 6, 0).entries()) {
      await attacks.server.db.system.query('delete from sign_in_attempt')
      const moments =
        place.schema.format === 'date-time' ? someCases(MOMENTS, isFilter(operation, place) ? 1 : 2, n) : []
      for (const value of [...someCases(WILD, 1, n), ...moments]) {
        expectNoFault(
          await attacks.send(operation, valid, put(valid.body, place.at, value)),
          attackName(operation, place, value),
        )
      }
      for (const value of someCases(REFUSED, 1, n))
        expectRefused(
          await attacks.send(operation, valid, put(valid.body, place.at, value)),
          [400],
          attackName(operation, place, value),
        )
    }
  })
})

describe('an unusual moment', () => {
  it.each(someCases(MOMENTS, 2, 0))('%s is accepted or rejected by a list and by its file alike', async (moment) => {
    for (const field of ['from', 'to']) {
      const payload = { filter: { [field]: moment } }
      const list = await attacks.server.ask(attacks.main, { method: 'POST', url: '/api/v2/activity', payload })
      expectNoFault(list, moment)
      const link = await attacks.server.ask(attacks.main, { method: 'POST', url: '/api/v2/activity/export', payload })
      expect(link.status, moment).toBe(list.status)
      if (link.status !== 200) continue
      const file = await attacks.server.ask(undefined, { url: (link.body as { fileUrl: string }).fileUrl })
      expect(file.status, moment).toBe(200)
    }
  })
})

it('the file of a filter with every field can be opened', async () => {
  const filter = {
    from: '2000-01-01T00:00:00.000000-06:00',
    to: '2999-01-01T00:00:00.000000-06:00',
    userId: attacks.main.userId,
    subjectKind: 'vehicle',
    subjectId: Number.MAX_SAFE_INTEGER,
    action: 'create',
    text: '\ud83d\udc4d'.repeat(50),
  }
  const link = await attacks.server.ask(attacks.main, {
    method: 'POST',
    url: '/api/v2/activity/export',
    payload: { filter },
  })
  expect((await attacks.server.ask(undefined, { url: (link.body as { fileUrl: string }).fileUrl })).status).toBe(200)
})
