// Apitude's RUNT answers beyond its provider file: unknown words, contradictions, and answers without the rows that
// decide. None of them is clear, and none is guessed to be «sin seguro».
import { describe, expect, it } from 'vitest'
import { jsonAnswer, lineOf } from '../../testing/connectors.ts'
import { readProviderFile } from '../../testing/provider-stub.ts'
import type { Parsed, Subject } from '../connector.ts'
import { builtInConnector } from '../registry.ts'

type Json = Record<string, unknown>
const TODAY = '2026-11-26'
const SUBJECT: Subject = { plate: 'ABC12D', vin: '', stateId: 1011, taxIdentifier: null }
const connector = builtInConnector('co-apitude-runt')
const example = readProviderFile('apitude')
  .calls.find((call) => call.connector === 'co-apitude-runt')
  ?.answers.find(({ name }) => name === 'in force')?.body as {
  result: { data: Json & { soats: Json[]; automotores: Json[] } }
}

const accepted = jsonAnswer({ request_id: '1' })
const parsed = (body: unknown): Parsed => {
  if (!connector) throw new Error('no connector')
  return connector.parse([accepted, jsonAnswer(body)], SUBJECT, TODAY)
}
const { result } = example
const withData = (changed: Json, envelope: Json = {}) =>
  lineOf(parsed({ result: { ...result, ...envelope, data: { ...result.data, ...changed } } }))
const [policy = {}] = result.data.soats
const [inspection = {}] = result.data.automotores
const withPolicy = (changed: Json) => withData({ soats: [{ ...policy, ...changed }] })
const withInspection = (changed: Json) => withData({ automotores: [{ ...inspection, ...changed }] })

describe('words', () => {
  it.each(['SUSPENDIDA', 'ANULADA', 'EMITIDA', '', null, 1, undefined])(
    'a policy with the state «%s» ends as shape-drift',
    (estado) => {
      expect(withPolicy({ estado })).toBe('shape-drift')
    },
  )
  it.each(['NO APLICA', 'S', 'VIGENTE', '', null, true, undefined])(
    'an inspection with «%s» for «vigente» ends as shape-drift',
    (vigente) => {
      expect(withInspection({ vigente })).toBe('shape-drift')
    },
  )
  it('case, accents and spaces do not matter', () => {
    expect(withPolicy({ estado: ' Vigente ' })).toBe('ok 5:6 12:22')
    expect(withInspection({ vigente: 'Sí' })).toBe('ok 5:6 12:22')
  })
  it('an inspection of another kind is ignored', () => {
    expect(withInspection({ tipo_revision: 'REVISION PREVENTIVA' })).toBe('ok 5:6')
    expect(withInspection({ tipo_revision: undefined })).toBe('shape-drift')
  })
})

describe('days', () => {
  it('a missing or malformed day ends as shape-drift', () => {
    for (const fecha_vencimiento of ['', null, undefined, '19/09/2027', 'mañana'])
      expect(withPolicy({ fecha_vencimiento }), `${fecha_vencimiento}`).toBe('shape-drift')
  })
  it('an old row beside one in force is ignored, whatever its state', () => {
    const old = { ...policy, estado: 'ARCHIVADA', fecha_vencimiento: '2020-09-19' }
    expect(withData({ soats: [old, policy] })).toBe('ok 5:6 12:22')
  })
})

describe('answers without documents', () => {
  it('an empty list yields neither a clear status nor a missing document', () => {
    expect(withData({ soats: [] })).toBe('ok 12:22')
    expect(withData({ soats: [], automotores: [] })).toBe('shape-drift')
    expect(withData({ soats: null })).toBe('partial 12:22')
  })
  it('an answer that found nothing, failed or contradicts itself is never read as documents', () => {
    expect(withData({ found: false })).toBe('ok 5:11 12:11')
    expect(withData({ found: 'no' })).toBe('shape-drift')
    expect(withData({ found: undefined, soats: [], automotores: [] })).toBe('shape-drift')
    expect(withData({ error: 'source_unavailable' })).toBe('http-error')
    expect(withData({ error: '' })).toBe('ok 5:6 12:22')
    expect(withData({ found: null })).toBe('shape-drift')
    expect(withData({ found: true }, { status: 404 })).toBe('shape-drift')
    expect(withData({}, { error: 'source_unavailable' })).toBe('http-error')
    expect(withData({}, { status: 206 })).toBe('shape-drift')
    expect(lineOf(parsed({ message: 'Request in process' }))).toBe('timeout')
  })
  it('an answer without `found` is read by its lists, as the provider’s page shows it', () => {
    expect(withData({ found: undefined })).toBe('ok 5:6 12:22')
    expect(withData({ found: undefined, soats: [] })).toBe('ok 12:22')
  })
  it('an answer to a query of another plate ends as shape-drift', () => {
    for (const queried_by of [{ license_plate: 'ZZZ99Z' }, { document_type: 'placa', document_number: 'ZZZ99Z' }]) {
      expect(withData({}, { queried_by })).toBe('shape-drift')
      expect(withData({ found: false }, { queried_by })).toBe('shape-drift')
      expect(withData({ found: false }, { queried_by, status: 404 })).toBe('shape-drift')
    }
    expect(withData({}, { queried_by: { document_type: 'placa', document_number: 'ABC-12D' } })).toBe('ok 5:6 12:22')
    expect(withData({}, { queried_by: {} })).toBe('ok 5:6 12:22')
  })
  it('every answer has the remark that it names no plate', () => {
    expect(parsed(example)).toMatchObject({ remarks: [expect.stringContaining('no nombra la placa')] })
  })
})
