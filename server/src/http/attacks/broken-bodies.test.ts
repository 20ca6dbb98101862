import { describe, it } from 'vitest'
import { setUpAttacks, someCalls, WITH_BODY } from '../../testing/attacks/attacks.ts'
import { requestOf } from '../../testing/attacks/openapi.ts'
import { expectRefused } from '../../testing/attacks/refusal.ts'
import { someCases } from '../../testing/drill.ts'

const attacks = setUpAttacks()

const DEEP = 100_000
const BROKEN: readonly { what: string; payload?: string | Buffer; type?: string }[] = [
  { what: 'half a body', payload: '{"a":' },
  { what: 'no JSON', payload: 'plate=1' },
  { what: 'two bodies', payload: '{}{}' },
  { what: 'NaN', payload: '{"a":NaN}' },
  { what: 'a comment', payload: '{/* */}' },
  { what: 'an empty body', payload: '' },
  { what: 'no body' },
  { what: 'null', payload: 'null' },
  { what: 'a list', payload: '[]' },
  { what: 'a text', payload: '"{}"' },
  { what: 'a number', payload: '7' },
  { what: 'lists in lists', payload: `${'['.repeat(DEEP)}${']'.repeat(DEEP)}` },
  { what: 'objects in objects', payload: `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}` },
  {
    what: 'bytes of no UTF-8',
    payload: Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
  },
  { what: 'two megabytes', payload: JSON.stringify({ a: 'x'.repeat(2_097_152) }) },
  { what: 'a form', payload: 'like=a&userClass=1', type: 'application/x-www-form-urlencoded' },
  { what: 'plain text', payload: '{}', type: 'text/plain' },
  { what: 'XML', payload: '<a/>', type: 'application/xml' },
  { what: 'parts', payload: '--x\r\n\r\n--x--\r\n', type: 'multipart/form-data; boundary=x' },
  { what: 'an unknown type', payload: '{}', type: 'application/json\ta' },
]

/** Calls that need no body: two make a template of the whole fleet, and the third has no data. */
const TAKES_NONE = new Set(['imports.generateEditionTemplate', 'imports.generateReplacementTemplate', 'news.seen'])

describe.each(someCalls(WITH_BODY, 4))('$name with a broken body', (operation) => {
  it('is rejected in Spanish, without internal details', async () => {
    for (const { what, payload, type = 'application/json' } of someCases(BROKEN, 5, WITH_BODY.indexOf(operation))) {
      if (payload === undefined && TAKES_NONE.has(operation.name)) continue
      if (what === 'an empty body' && TAKES_NONE.has(operation.name)) continue
      if (what === 'a number' && operation.body?.type === 'integer') continue
      const answer = await attacks.server.ask(attacks.main, {
        ...requestOf(operation, { id: 999_999_999 }),
        ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
      })
      expectRefused(answer, [400, 413, 415], `${operation.name}: ${what}`)
    }
  })
})

describe('a body in another format', () => {
  const bestMatch = { method: 'POST' as const, url: '/api/v2/vehicleAsset/bestmatch' }
  it.each([
    ['application/x-www-form-urlencoded', 'like=NUESTRO'],
    ['text/plain', '{"like":"NUESTRO"}'],
    ['application/json; charset=utf-16', Buffer.from('{"like":"NUESTRO"}', 'utf16le')],
  ])('%s is rejected by a call that takes JSON', async (type, payload) => {
    const answer = await attacks.server.ask(attacks.main, { ...bestMatch, payload, headers: { 'content-type': type } })
    expectRefused(answer, [400, 415], type)
  })

  it('with invalid UTF-8 is rejected', async () => {
    const payload = Buffer.concat([Buffer.from('{"like":"NUESTRO'), Buffer.from([0xff]), Buffer.from('"}')])
    const headers = { 'content-type': 'application/json' }
    expectRefused(await attacks.server.ask(attacks.main, { ...bestMatch, payload, headers }), [400], 'bad UTF-8')
  })
})
