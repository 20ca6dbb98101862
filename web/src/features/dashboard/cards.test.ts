// The cards: a sum with unknown parts is a minimum, and nothing is marked as clear unless it is known.
import type { DashboardName } from '@padron/contract/dashboard/rules'
import { expect, test } from 'vitest'
import { testFacts } from '../../testing/dashboard.ts'
import { cardsOf } from './cards.ts'

const facts = testFacts()
const periodOf = (months: number, of = facts) => {
  const period = of.statistics.find((one) => one.months === months)
  if (!period) throw new Error(`no period ${months}`)
  return period
}
const cards = (name: DashboardName, of = facts, months = 0) =>
  cardsOf({ name, facts: of, period: periodOf(months, of), country: 'MX' })
const card = (key: string, of = facts, months = 0) => {
  const found = cards('general', of, months).find((one) => one.key === key)
  if (!found) throw new Error(`no card ${key}`)
  return found
}
const known = { known: 528, unknown: 0, unasked: 0, oldest: null }

test('a sum with unknown vehicles or debts without amount is a minimum', () => {
  expect(card('debt').figures[0]).toMatchObject({ before: 'al menos', value: '$1,234,567.50', sign: 'debt' })
  expect(card('debt').notes).toEqual(['400 adeudos en 210 vehículos', '7 sin importe'])
  expect(card('tickets').figures[0]).toMatchObject({ before: undefined, value: '$310,450.00' })
})

test('no debts is unknown while vehicles are unknown, and clear only if all are known', () => {
  expect(card('tenencias').figures[0]).toMatchObject({ value: '$0.00', words: 'de los que se sabe', sign: 'unknown' })
  expect(card('tenencias').notes).toEqual(['Ninguna tenencia, en los 512 vehículos de los que se sabe'])
  const all = testFacts('MX', { basis: { ...facts.basis, tenencias: known } })
  expect(card('tenencias', all).figures[0]).toMatchObject({ value: '$0.00', sign: 'clear' })
  expect(card('stolen').figures[0]).toMatchObject({ value: '0', sign: 'clear' })
  const none = testFacts('MX', { basis: { ...facts.basis, stolen: { ...known, known: 0, unasked: 528 } } })
  expect(card('stolen', none).figures[0]).toMatchObject({ value: 'sin dato', sign: 'unknown' })
})

/** Statistics of zero everywhere, with so many known vehicles in each basis. */
const emptyFacts = (known: number) => {
  const every = { known, unknown: 528 - known, unasked: 0, oldest: null }
  const of = testFacts('MX', {
    basis: { debt: every, tickets: every, tenencias: every, insurance: every, inspection: every, stolen: every },
  })
  const zeros = Object.entries(periodOf(0, of)).flatMap(([name, value]) =>
    typeof value === 'number' && !['months', 'totalVehicleCount'].includes(name) ? [[name, 0]] : [],
  )
  for (const period of of.statistics) Object.assign(period, Object.fromEntries(zeros))
  return of
}
const figures = (of: ReturnType<typeof emptyFacts>, months = 0) =>
  (['general', 'tickets', 'tenencias'] as const).flatMap((name) =>
    cards(name, of, months).flatMap((one) => (one.key === 'fleet' ? [] : one.figures)),
  )

test('without any queried source no figure is marked as clear or shown as zero', () => {
  for (const months of [0, 3, -1])
    for (const figure of figures(emptyFacts(0), months))
      expect(figure).toMatchObject({ value: 'sin dato', sign: 'unknown' })
  expect(card('debt', emptyFacts(0)).notes).toEqual([
    'Sin consultar: no hay datos completos de ninguno de los 528 vehículos',
  ])
  expect(card('insurance', emptyFacts(0)).figures.map(({ words }) => words)).toEqual([
    'vencidas',
    'por vencer en 30 días',
  ])
})

test('in a fleet known in part no figure is marked as clear; in a completely known one all are', () => {
  expect(new Set(figures(emptyFacts(12)).map(({ sign }) => sign))).toEqual(new Set(['unknown']))
  expect(new Set(figures(emptyFacts(528)).map(({ sign }) => sign))).toEqual(new Set(['clear']))
})

test('no vehicle is said to need no manual work while sources have not answered', () => {
  const nobody = (basis: Partial<typeof known>) => {
    const of = testFacts('MX', { basis: { ...facts.basis, debt: { ...known, ...basis } } })
    Object.assign(periodOf(0, of), { vehiclesWithManualInterventionNeeded: 0 })
    return card('person', of).figures[0]
  }
  expect(nobody({ known: 0, unasked: 528 })).toMatchObject({ value: 'sin dato', sign: 'unknown' })
  expect(nobody({ known: 500, unknown: 28 })).toMatchObject({
    value: '0',
    words: 'de los que se sabe',
    sign: 'unknown',
  })
  expect(nobody({})).toMatchObject({ value: '0', sign: 'clear' })
  // Vehicles whose source reported that they need a person are counted even if others are unknown.
  expect(card('person').figures[0]).toMatchObject({ value: '12', before: undefined, sign: 'warning' })
})

test('zero in a period names the period, and is not marked as clear', () => {
  expect(card('tenencias', facts, 3).notes).toEqual([
    'Ninguna tenencia con fecha en este periodo, en los 512 vehículos de los que se sabe',
  ])
  expect(card('tenencias', facts, -1).notes?.[0]).toBe(
    'Ninguna línea de captura vence en este periodo, en los 512 vehículos de los que se sabe',
  )
  const all = testFacts('MX', { basis: { ...facts.basis, tenencias: known } })
  expect(card('tenencias', all, 3).figures[0]).toMatchObject({ value: '$0.00', sign: undefined })
  expect(card('tenencias', all, 3).notes).toEqual(['Ninguna tenencia con fecha en este periodo'])
})

test('a family of several types names them; in the next month it says that a line may pay more', () => {
  expect(card('tickets').notes).toEqual(['180 multas en 96 vehículos', 'Multas, CDMX y ambientales'])
  expect(card('tenencias', facts, -1).notes).toHaveLength(1)
  expect(card('tickets', facts, -1).notes?.at(-1)).toBe('Una línea puede pagar también otros adeudos del vehículo')
})

test('debts without any amount are owed with an unknown total', () => {
  const unpriced = testFacts()
  Object.assign(periodOf(0, unpriced), { totalTicketsDebt: 0, totalTicketsCount: 3, ticketsWithoutAmount: 3 })
  expect(card('tickets', unpriced).figures[0]).toMatchObject({
    value: 'sin dato',
    words: 'sin importe',
    sign: 'debt',
  })
})

test('the next month counts payment lines', () => {
  expect(card('debt', facts, -1).title).toBe('Por pagar')
  expect(cards('tickets', facts, -1)[1]?.title).toBe('Vehículos con líneas de captura')
  expect(card('debt', facts, -1).notes?.[0]).toBe('400 líneas de captura en 210 vehículos')
  expect(card('debt', facts, -1).figures[0]?.query.vehicleClass.due).toMatchObject({ kinds: ['payment'] })
})

test('each country has its own cards; without permission for documents, the card says they are not counted', () => {
  const andina = testFacts('CO', { papers: false })
  const titles = cardsOf({ name: 'general', facts: andina, period: periodOf(0, andina), country: 'CO' })
  expect(titles.map(({ title }) => title)).toEqual([
    'Vehículos',
    'Con deuda',
    'Multas',
    'Comparendos',
    'Requieren intervención manual',
    'SOAT y pólizas',
    'RTM',
  ])
  expect(titles.find(({ key }) => key === 'insurance')?.notes).toEqual([
    'Sin contar documentos: su usuario no puede consultarlos',
  ])
  expect(cards('tickets').map(({ title }) => title)).toEqual(['Multas', 'Vehículos con multas', 'Vehículos'])
})
