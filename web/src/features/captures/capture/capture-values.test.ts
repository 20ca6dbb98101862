import { captures } from '@padron/contract/captures'
import { captureForm } from '@padron/contract/captures/forms'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { captureFieldOf, validateCapture } from './capture-faults.ts'
import { type CaptureValues, EMPTY, toCaptureBody } from './capture-values.ts'
import { EMPTY_DEBT } from './debt-rows.ts'

const zone = 'America/Mexico_City'
const now = Date.parse('2026-11-21T18:00:00Z')
const form = (type: number) => {
  const found = captureForm(type)
  if (!found) throw new Error(`no form of type ${type}`)
  return { rules: found, now, zone }
}
const FILE = {
  fileId: '0197f5f0-0000-7000-8000-000000000001',
  fileName: 'a.pdf',
  size: 10,
  mediaType: 'application/pdf',
}
const values = (changes: Partial<CaptureValues>): CaptureValues => ({ ...EMPTY, files: [FILE], ...changes })
const FINE = {
  ...EMPTY_DEBT,
  folio: 'A-1',
  description: 'Luz roja',
  dateTime: '2026-11-01',
  subTotal: '$1,000.00',
  discount: '500',
}

test('an empty form reports everything that is missing at once', () => {
  expect(Object.keys(validateCapture(EMPTY, form(1)))).toEqual(['statusId', 'fileIds'])
  expect(Object.keys(validateCapture({ ...EMPTY, seenAt: '-' }, form(1)))).toEqual(['statusId', 'seenAt', 'fileIds'])
  expect(validateCapture(values({ statusId: 6 }), form(1))).toHaveProperty('statusId')
})

test('a status with debts requires rows, each with a description and an amount; a clear one requires none', () => {
  expect(validateCapture(values({ statusId: 0 }), form(1))).toEqual({ debts: 'Agregue al menos un adeudo' })
  expect(validateCapture(values({ statusId: 1, debts: [{ ...EMPTY_DEBT, total: 'x' }] }), form(1))).toEqual({})
  const wrong = [
    { ...FINE, total: '400' },
    { ...EMPTY_DEBT, discount: 'mucho', dateTime: 'ayer' },
  ]
  expect(Object.keys(validateCapture(values({ statusId: 0, debts: wrong }), form(1)))).toEqual([
    'debts.1.description',
    'debts.1.total',
    'debts.1.dateTime',
    'debts.1.discount',
  ])
})

test('required facts, the proof and the moment are validated', () => {
  const insured = values({ statusId: 6, facts: { Aseguradora: 'ACME' }, files: [] })
  expect(Object.keys(validateCapture(insured, form(5)))).toEqual(['facts.Póliza', 'facts.Vigente hasta', 'fileIds'])
  expect(Object.keys(validateCapture(values({ statusId: 12 }), form(1)))).toEqual(['facts.Placa vigente'])
  const until = (day: string, seenAt = '') =>
    validateCapture(
      values({ statusId: 6, seenAt, facts: { Aseguradora: 'ACME', Póliza: '1', 'Vigente hasta': day } }),
      form(5),
    )
  expect(until('2026-11-21')).toEqual({})
  expect(until('2026-11-20')).toEqual({
    'facts.Vigente hasta': expect.stringMatching(/^Vigente hasta: ya había pasado/),
  })
  expect(until('2026-11-20', '2026-11-20T23:00')).toEqual({})
  const seen = (seenAt: string) => validateCapture(values({ statusId: 1, seenAt }), form(1)).seenAt
  expect(['2026-11-21T12:00', '2026-11-21T12:30', '2026-10-01T12:00', '-'].map(seen)).toEqual([
    undefined,
    'La consulta no puede ser de una hora futura',
    'La consulta debe ser de los últimos 30 días',
    'Escriba la fecha y hora de la consulta',
  ])
})

test('the call accepts the body; it leaves out what the status does not use', () => {
  const task = { vehicleAssetId: 7, resourceId: 31 }
  const typed = values({
    statusId: 0,
    debts: [FINE, EMPTY_DEBT],
    paymentLine: ' 123 ',
    paymentLineDueDate: '2026-12-01',
    seenAt: '2026-11-20T09:30',
  })
  const body = toCaptureBody(typed, task, form(1))
  expect(body.debts).toEqual([
    {
      folio: 'A-1',
      description: 'Luz roja',
      dateTime: '2026-11-01',
      subTotal: 1000,
      discount: 500,
      surcharge: null,
      total: 500,
    },
  ])
  expect(body).toMatchObject({
    seenAt: '2026-11-20T15:30:00.000Z',
    paymentLine: '123',
    paymentLineDueDate: '2026-12-01',
  })
  expect(z.safeParse(captures.create.body, body).success).toBe(true)
  const clear = toCaptureBody({ ...typed, statusId: 1, facts: { 'Placa vigente': 'X' }, seenAt: '' }, task, form(1))
  expect(clear).toMatchObject({ debts: [], paymentLine: null, paymentLineDueDate: null, facts: {} })
  expect(clear.seenAt).toBe('2026-11-21T18:00:00.000Z')
})

test('a refusal of the server about a debt appears in the row where it was typed', () => {
  const typed = values({ debts: [EMPTY_DEBT, FINE] })
  const places = ['debts.0.total', 'fileIds.0', 'facts.Póliza', 'vehicleAssetId'].map((path) =>
    captureFieldOf(path, typed),
  )
  expect(places).toEqual(['debts.1.total', 'fileIds', 'facts.Póliza', undefined])
})
