// A vehicle's debt in words: unknown is not zero.
import { missingOfRow } from '@padron/contract/rules/debt-answers'
import { expect, test } from 'vitest'
import { byHandOf, byHandWords, debtAnswersOfRow, debtWords, missingOf } from './debt-texts.ts'

const fresh = (typeId: number, state: 'current' | 'unknown' = 'current') => ({
  resourceTypeId: typeId,
  state,
  at: null,
})
const debtAnswer = (typeId: number, statusId: number, state?: 'unknown') => ({
  typeId,
  statusId,
  freshness: fresh(typeId, state),
})
const words = (total: number | null, withoutAmount = 0, missing: number[] = []) =>
  Object.values(debtWords({ total, withoutAmount }, missing, 'MX'))

test('a kind of debt is missing when it was never queried, or has no valid answer', () => {
  expect(missingOf([debtAnswer(1, 1), debtAnswer(0, 3), debtAnswer(8, 16)])).toEqual([])
  expect(missingOf([debtAnswer(1, 13), debtAnswer(0, 3, 'unknown'), debtAnswer(8, -1)])).toEqual([1, 0, 8])
  expect(missingOf([{ typeId: 6, statusId: -1, freshness: null }])).toEqual([6])
})

test('an unprocessed insurance, or a possible tenencia debt, says nothing about debts', () => {
  expect(missingOf([debtAnswer(5, -1), debtAnswer(10, 21), debtAnswer(14, 29)])).toEqual([])
})

test('zero is a dash only if everything is known', () => {
  expect(words(0)).toEqual(['—', ''])
  expect(words(0, 0, [6])).toEqual(['sin dato', ''])
  expect(words(null)).toEqual(['sin dato', ''])
})

test('debts without an amount are mentioned and never added', () => {
  expect(words(0, 2)).toEqual(['sin dato', '2 adeudos sin importe'])
  expect(words(542.85, 1, [6])).toEqual(['$542.85 MXN', '1 adeudo sin importe'])
})

test('in a list row, environmental fines without a query are missing only in the states that have them', () => {
  const freshness = [1, 0, 8, 9, 6].map((id) => fresh(id))
  const row = {
    stateId: 14,
    ticketStatus: 1,
    tenenciaStatus: 3,
    refrendoStatus: 17,
    ticketsCDMXStatus: 1,
    miscStatus: 7,
    ticketsEnvStatus: -1,
    insuranceStatus: -1,
    freshness,
  }
  expect(missingOfRow(row, 'MX')).toEqual([])
  expect(missingOfRow({ ...row, miscStatus: -1, freshness: freshness.slice(0, 4) }, 'MX')).toEqual([6])
  expect(missingOfRow({ ...row, freshness: [...freshness, fresh(7, 'unknown')] }, 'MX')).toEqual([7])
  for (const stateId of [9, 15]) expect(missingOfRow({ ...row, stateId }, 'MX')).toEqual([7])
  expect(byHandOf(debtAnswersOfRow({ ...row, stateId: 15 }, 'MX', [1, 0, 8, 9, 6]))).toEqual([7])
})

test('types that wait for a person are mentioned beside the sum, which stays known', () => {
  const hand = { typeId: 6, statusId: -1, freshness: null, byHand: true }
  expect([missingOf([hand]), byHandOf([hand])]).toEqual([[], [6]])
  expect(byHandWords([6], 'MX')).toBe('Sin contar Adeudos diversos: por captura manual')
  expect(byHandWords([], 'MX')).toBeUndefined()
  // A person has answered, although without success: it no longer waits for one.
  const badAnswer = { ...hand, statusId: 13, freshness: fresh(6) }
  expect([missingOf([badAnswer]), byHandOf([badAnswer])]).toEqual([[6], []])
})

test('in a list row, a type is manual if no source of its state answers it by machine', () => {
  const row = {
    stateId: 14,
    freshness: [],
    ticketStatus: -1,
    tenenciaStatus: -1,
    refrendoStatus: -1,
    ticketsCDMXStatus: -1,
    miscStatus: -1,
  }
  expect(missingOf(debtAnswersOfRow(row, 'MX', [1, 0]))).toEqual([1, 0])
  expect(byHandOf(debtAnswersOfRow(row, 'MX', [1, 0]))).toEqual([8, 9, 6])
  expect(byHandOf(debtAnswersOfRow(row, 'MX'))).toEqual([])
})
