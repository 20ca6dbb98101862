import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { describe, expect, it } from 'vitest'
import { debtChanges, debtsOf, type StoredDebt } from './debt-changes.ts'

const AT = new Date('2026-03-10T12:00:00Z')
const row = (folio: string | null, total: number | null, description = 'Exceso de velocidad'): DebtRow => ({
  folio,
  description,
  dateTime: '2026-01-02',
  subTotal: total,
  discountsSum: 0,
  surchargesSum: 0,
  total,
})
const result = (...rows: DebtRow[]): ResourceResult => ({
  name: 'Multas',
  subTotal: null,
  discount: null,
  surcharge: null,
  total: null,
  paymentLine: null,
  paymentLineDueDate: null,
  pdfUrl: null,
  scrapedTickets: rows,
  scrapedTenencias: [],
  scrapedRefrendo: [],
})
const known = (results: ResourceResult[], more: Partial<StoredDebt> = {}): StoredDebt[] =>
  debtsOf(results).map(({ debtKey, folio, description, total }) => ({
    debtKey,
    folio,
    description,
    total,
    ended: false,
    markedPaid: false,
    ...more,
  }))
const reported = (before: StoredDebt[], after: ResourceResult[], paid: string[] = []) =>
  debtChanges(before, debtsOf(after), paid, AT).changes.map(({ kind, folio, before: was, after: is }) => [
    kind,
    folio,
    was,
    is,
  ])

describe('changes of debts', () => {
  it('report new, grown, reduced and vanished debts', () => {
    const before = known([result(row('1', 100), row('2', 200), row('3', 300))])
    expect(reported(before, [result(row('1', 150), row('2', 50), row('4', 400))])).toEqual([
      ['grew', '1', 100, 150],
      ['fell', '2', 200, 50],
      ['new', '4', null, 400],
      ['vanished', '3', 300, null],
    ])
  })

  it('report a debt as paid only if the source lists it as paid or a user marked it', () => {
    expect(reported(known([result(row('0099', 100))]), [], ['0099'])).toEqual([['paid', '0099', 100, null]])
    expect(reported(known([result(row('7', 100))], { markedPaid: true }), [])).toEqual([['paid', '7', 100, null]])
    expect(reported(known([result(row('7', 100))]), [])).toEqual([['vanished', '7', 100, null]])
    // A folio is text: leading zeros count.
    expect(reported(known([result(row('0099', 100))]), [], ['99'])).toEqual([['vanished', '0099', 100, null]])
  })

  it('have a day only from a text that begins with a valid one, and a discount only above zero', () => {
    const listedOn = (dateTime: string | null, discountsSum: number | null = null) =>
      debtsOf([result({ ...row('1', 100), dateTime, discountsSum })]).map(({ issuedOn, issuedDay, discount }) => [
        issuedOn,
        issuedDay,
        discount,
      ])
    expect(listedOn('2026-02-28T10:00:00-06:00', 12.5)).toEqual([['2026-02-28T10:00:00-06:00', '2026-02-28', 12.5]])
    expect(listedOn('2024-02-29', 0)).toEqual([['2024-02-29', '2024-02-29', null]])
    for (const text of [
      null,
      '',
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '1899-12-31',
      '2200-01-01',
      '28/02/2026',
      '2026',
      '0000-00-00',
    ])
      expect(listedOn(text)[0]?.slice(1)).toEqual([null, null])
  })

  it('have a valid notification day, and whether a fine is by camera, if the source says so', () => {
    const listedRow = (more: Partial<DebtRow>) =>
      debtsOf([result({ ...row('1', 100), ...more })]).map(({ notifiedOn, electronic }) => [notifiedOn, electronic])
    expect(listedRow({ notifiedOn: '2026-11-13', electronic: true })).toEqual([['2026-11-13', true]])
    expect(listedRow({ notifiedOn: '2026-02-30', electronic: false })).toEqual([[null, false]])
    expect(listedRow({})).toEqual([[null, null]])
  })

  it('exclude unchanged debts, and amounts that became known or unknown', () => {
    expect(reported(known([result(row('1', 100))]), [result(row('1', 100))])).toEqual([])
    expect(reported(known([result(row('1', 100))]), [result(row('1', null))])).toEqual([])
    expect(reported(known([result(row('1', null))]), [result(row('1', 80))])).toEqual([])
  })

  it('report a debt that returns', () => {
    expect(reported(known([result(row('1', 100))], { ended: true }), [result(row('1', 120))])).toEqual([
      ['returned', '1', null, 120],
    ])
    expect(reported(known([result(row('1', 100))], { ended: true }), [])).toEqual([])
  })

  it('identify debts without a folio by description and day, and equal ones by their number', () => {
    const three = [result(row(null, 100), row(null, 100), row(null, 100, 'Estacionarse mal'))]
    expect(new Set(debtsOf(three).map(({ debtKey }) => debtKey)).size).toBe(3)
    expect(reported(known(three), three)).toEqual([])
    expect(reported(known(three), [result(row(null, 100), row(null, 100, 'Estacionarse mal'))])).toEqual([
      ['vanished', null, 100, null],
    ])
  })

  it('give every debt a unique key, also where folios look alike', () => {
    const debts = (folios: string[]) => debtsOf([result(...folios.map((folio) => row(folio, 100)))])
    const keys = (...folios: string[]) => debts(folios).map(({ debtKey }) => debtKey)
    expect(keys('X', 'X', 'X#2')).toEqual(['f:X', 'f:X#3', 'f:X#2'])
    expect(keys('X#2', 'X', 'X', 'X')).toEqual(['f:X#2', 'f:X', 'f:X#3', 'f:X#4'])
    expect(keys('X', 'X')).toEqual(['f:X', 'f:X#2'])
    expect(keys('Y\0', 'Y')).toEqual(['f:Y', 'f:Y#2'])
    expect(new Set(keys(`${'z'.repeat(79)}😀`, `${'z'.repeat(79)}😁`).map((key) => key.toWellFormed())).size).toBe(2)
  })

  it('treat a sum without rows as one debt', () => {
    const sum = (total: number): ResourceResult => ({ ...result(), name: 'Adeudos diversos', total })
    expect(reported(known([sum(500)]), [sum(700)])).toEqual([['grew', null, 500, 700]])
  })
})
