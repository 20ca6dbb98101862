import { captureForm } from '@padron/contract/captures/forms'
import { expect, test } from 'vitest'
import { scrapedResource } from '../../../testing/resource.ts'
import { type CaptureValues, toCaptureBody } from './capture-values.ts'
import { capturedValues } from './use-captured.ts'

const form = captureForm(1)
if (!form) throw new Error('no form for fines')
const row = {
  folio: 'A-1',
  description: 'Luz roja',
  dateTime: '2026-10-01T00:00:00Z',
  subTotal: 1000.5,
  discountsSum: 0,
  surchargesSum: 20,
  total: 1000,
}
const unknown = {
  ...row,
  folio: null,
  dateTime: null,
  subTotal: null,
  discountsSum: null,
  surchargesSum: null,
  total: null,
}
const none = {
  subTotal: null,
  discount: null,
  surcharge: null,
  total: null,
  pdfUrl: null,
  scrapedTenencias: [],
  scrapedRefrendo: [],
}
const captured = scrapedResource({
  status: { statusId: 0, descriptionSpanish: '' },
  capture: { who: 'ana', dateTime: '2026-11-01T18:00:00Z' },
  result: [
    {
      ...none,
      name: 'Multas',
      paymentLine: '0123',
      paymentLineDueDate: '2026-12-31',
      notes: [{ label: 'Nota', value: 'ventanilla' }],
      scrapedTickets: [row],
    },
    { ...none, name: 'Multas', paymentLine: null, paymentLineDueDate: null, scrapedTickets: [unknown] },
  ],
})

test('a former capture returns its values as they were typed, without the proof and with the present moment', () => {
  const values = capturedValues(captured, form) as CaptureValues
  expect(values).toMatchObject({ statusId: 0, paymentLine: '0123', note: 'ventanilla', files: [], seenAt: '' })
  expect(values.debts[0]).toEqual({
    folio: 'A-1',
    description: 'Luz roja',
    dateTime: '2026-10-01',
    subTotal: '1000.5',
    discount: '',
    surcharge: '20',
    total: '1000',
  })
  const body = toCaptureBody(
    values,
    { vehicleAssetId: 7, resourceId: 31 },
    { rules: form, now: Date.now(), zone: 'America/Bogota' },
  )
  expect(body.debts).toMatchObject([
    { subTotal: 1000.5, surcharge: 20, total: 1000 },
    { folio: '', subTotal: null, total: null },
  ])
})

test('an automatic answer is not offered for correction', () => {
  expect(capturedValues(scrapedResource(), form)).toBeUndefined()
})
