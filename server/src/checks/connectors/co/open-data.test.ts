// Open data of datos.gov.co: a withdrawn data set differs from one that is still being computed, and the register of
// vehicles is always called partial.
import { describe, expect, it } from 'vitest'
import { RESOURCES } from '../../services/catalogue.ts'
import type { Parsed } from '../connector.ts'
import { SHIPPED } from '../generic/connector-of.ts'
import { builtInConnector } from '../registry.ts'

const SETS = ['co-simit-historico', 'co-parque-automotor'] as const
const SUBJECT = { plate: 'ABC123', vin: '', stateId: 1011, taxIdentifier: null }

const answered = (key: string, status: number, body = '{}'): Parsed => {
  const connector = builtInConnector(key)
  if (!connector) throw new Error(key)
  const answer = { request: 'GET /resource/1.json', status, contentType: 'application/json', body }
  return connector.parse([answer], SUBJECT, '2026-11-26')
}

describe.each(SETS)('%s', (key) => {
  it('reports that the data set was withdrawn', () => {
    for (const body of ['{}', '', '{"error":true,"message":"Not found"}'])
      expect(answered(key, 404, body)).toMatchObject({ outcome: 'shape-drift', why: expect.stringMatching(/retir/) })
  })
  it('reports that the data set is still being computed, as a failure to retry', () => {
    for (const body of ['{}', '', '[]'])
      expect(answered(key, 202, body)).toMatchObject({ outcome: 'http-error', why: expect.stringMatching(/calcul/) })
  })
  it('reports what the platform says of an invalid query, in both forms', () => {
    for (const code of [{ error: true, code: 'query.soql.no-such-column' }, { errorCode: 'query.soql.no-such-column' }])
      expect(answered(key, 400, JSON.stringify({ ...code, message: 'No such column: matricula' }))).toEqual({
        outcome: 'shape-drift',
        why: 'La fuente no entendió la consulta: No such column: matricula',
      })
  })
})

it('a past fine with an amount or a day in another form is listed without it', () => {
  const row = { placa: 'ABC123', fecha_multa: '2022-05-14T00:00:00.000', valor_multa: '438900', pagado_si_no: 'SI' }
  const reported = (change: object) => {
    const parsed = answered('co-simit-historico', 200, JSON.stringify([{ ...row, ...change }]))
    return 'history' in parsed ? parsed.history?.map(({ dateTime, amount }) => [dateTime, amount]) : parsed.outcome
  }
  expect(reported({})).toEqual([['2022-05-14', 438_900]])
  expect(reported({ valor_multa: '438900.0' })).toEqual([['2022-05-14', 438_900]])
  expect(reported({ valor_multa: '438900.55' })).toEqual([['2022-05-14', 438_900.55]])
  expect(reported({ valor_multa: 'por definir' })).toEqual([['2022-05-14', null]])
  expect(reported({ valor_multa: { pesos: 1 } })).toEqual([['2022-05-14', null]])
  expect(reported({ fecha_multa: 'mayo de 2022' })).toEqual([[null, 438_900]])
  expect(reported({ placa: 'ZZZ999' })).toBe('shape-drift')
})

it('the register of vehicles is called partial, and its text names no ministry', () => {
  const about = SHIPPED.find(({ key }) => key === 'co-parque-automotor')?.about ?? ''
  expect(about).toMatch(/registro parcial/)
  expect(about).not.toMatch(/Ministerio/)
  expect(RESOURCES.find(({ key }) => key === 'co-parque-automotor')?.name).toMatch(/registro parcial/)
})
