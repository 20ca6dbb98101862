import type { ScrapedResource, ScrapedResourceType } from '@padron/contract/resource-status'
import { expect, test } from 'vitest'
import { scrapedResource, typeOf } from '../../testing/resource.ts'
import { markedOf } from './PaymentLine.tsx'
import { queryResultsText } from './query-results-text.ts'
import { oldestOf, unansweredOf } from './Situation.tsx'

const AT = '2026-11-01T18:00:00Z'
const status = (statusId: number) => ({ status: { statusId, descriptionSpanish: '' } })
const of = (resourceTypeId: number, ...resources: readonly ScrapedResource[]): ScrapedResourceType => ({
  ...typeOf(...resources),
  resourceType: { resourceTypeId, descriptionSpanish: '' },
})
const attempt = (outcome: string, text: string) => ({ outcome, text, remark: null, dateTime: AT, durationMs: 1 })

test('nothing is owed only if every source of debts answered, including a possible tenencia', () => {
  const types = [
    of(1, scrapedResource(), scrapedResource(status(13))),
    of(10, scrapedResource({ ...status(-1), freshness: null })),
    of(0, scrapedResource({ ...status(3), freshness: { resourceTypeId: 0, state: 'unknown', at: AT } })),
    of(8, scrapedResource(status(17))),
    of(4, scrapedResource(status(13))),
  ]
  expect(unansweredOf(types)).toEqual([1, 10, 0])
})

const result = {
  name: 'Multas',
  subTotal: 1,
  discount: 0,
  surcharge: 0,
  total: 1,
  paymentLine: '01',
  paymentLineDueDate: null,
  pdfUrl: null,
  scrapedTickets: [],
  scrapedTenencias: [],
  scrapedRefrendo: [],
}
test('a sum is as old as its oldest part; answers without debts do not make it older', () => {
  const old = { freshness: { resourceTypeId: 1, state: 'old' as const, at: AT }, result: [result] }
  expect(oldestOf([{ ...of(1, scrapedResource(old)), total: 1 }])).toBe(AT)
  expect(oldestOf([{ ...of(1, scrapedResource({ result: [result] })), total: 1 }])).toBeUndefined()
  expect(oldestOf([of(8, scrapedResource(old))])).toBeUndefined()
})

test('a payment line belongs to all the debts that name it', () => {
  const debt = { folio: 'A', description: '', dateTime: null, subTotal: 1, discountsSum: 0, surchargesSum: 0, total: 1 }
  const paid = { ...debt, markedPaid: { dateTime: AT, who: 'ana' } }
  const results = [
    { ...result, scrapedTickets: [debt] },
    { ...result, scrapedTickets: [paid] },
  ]
  expect(markedOf(results, '01')).toEqual({ at: AT, marked: 1, of: 2 })
  expect(markedOf(results.slice(0, 1), '01')).toBeUndefined()
})

test('the results: one source by its name, several by their number', () => {
  const clear = scrapedResource({ lastAttempt: attempt('ok', 'Consultado') })
  const failed = scrapedResource({ lastAttempt: attempt('timeout', 'La fuente no respondió a tiempo') })
  expect(queryResultsText([])).toBeUndefined()
  expect(queryResultsText([clear])).toEqual({ kind: 'done', text: 'Multas · Nuevo León: Sin multas.' })
  expect(queryResultsText([failed])?.text).toBe('Multas · Nuevo León: La fuente no respondió a tiempo.')
  expect(queryResultsText([clear, clear, failed])).toEqual({ kind: 'warning', text: '2 fuentes respondieron y 1 no.' })
})
