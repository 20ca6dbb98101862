// What AVIT's answers do beside the examples of its provider file: an answer that says itself that nothing was looked up.
import { describe, expect, it } from 'vitest'
import type { RawAnswer } from '../connector.ts'
import { lineOf, subjectOf } from '../connectors-for-tests.ts'
import { AVIT } from './avit.ts'

const [medellin] = AVIT
if (!medellin) throw new Error('no city')

const answerOf = (body: unknown): RawAnswer => ({
  request: 'POST /avit/home/findInfoHomePublic',
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})
const login = answerOf({ token: 'omitido', rcSiteKey: 'disable' })
const empty = { informacionComparendo: [], informacionMulta: [], informacionMoroso: [] }
const read = (account: object): string =>
  lineOf(
    medellin.parse(
      [login, answerOf({ consultaMultaOComparendoOutDTO: { ...empty, ...account } })],
      subjectOf(medellin),
      '2026-11-26',
    ),
  )

describe('the code of an answer', () => {
  it.each([
    [1, 'ok 1:1 13:25'],
    ['1', 'ok 1:1 13:25'],
    [4, 'ok 1:11 13:11'],
    [0, 'http-error'],
    [2, 'http-error'],
    [99, 'http-error'],
    [null, 'shape-drift'],
    ['EXITOSO', 'shape-drift'],
  ])('%s with empty lists ends as «%s»', (codigoEstado, line) => {
    expect(read({ estado: { codigoEstado, descripcion: 'NO RESUELTO' } })).toBe(line)
  })

  it('is missed where it is not there: empty lists alone clear nobody', () => {
    expect(read({})).toBe('shape-drift')
    expect(read({ estado: null })).toBe('shape-drift')
  })

  it('counts before the lists, which need not be there', () => {
    const lists = { informacionComparendo: null, informacionMulta: null, informacionMoroso: null }
    expect(read({ ...lists, estado: { codigoEstado: 2, descripcion: 'FALLIDO' } })).toBe('http-error')
    expect(read({ ...lists, estado: { codigoEstado: 4, descripcion: 'SIN INFORMACION' } })).toBe('ok 1:11 13:11')
  })
})
