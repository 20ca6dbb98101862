// What a chart without anything says: that there is none, that nobody was asked, or where what has no date is.
import { expect, test } from 'vitest'
import { emptyNote, emptyText, type Shown } from './shown.ts'
import { testFacts } from './test-facts.ts'

const basis = (known: number, unknown: number) => ({ known, unknown, unasked: 0, oldest: null })
const shownOf = (months: number, known: number, undated = 0): Shown => {
  const every = basis(known, 528 - known)
  const facts = testFacts('MX', {
    basis: { debt: every, tickets: every, tenencias: every, insurance: every, inspection: every, stolen: every },
  })
  for (const each of facts.statistics) each.totalTenenciasCount = each.months === -2 ? undated : 0
  const period = facts.statistics.find((each) => each.months === months)
  if (!period) throw new Error(`no period ${months}`)
  return { name: 'tenencias', facts, period, country: 'MX', clock: { now: 0, zone: 'America/Mexico_City' } }
}

test('where no source was ever asked no chart says that there is none', () => {
  const shown = shownOf(0, 0)
  for (const section of ['debts', 'tickets', 'tenencias', 'insurance', 'stolen', 'forecast'] as const)
    expect(emptyText(section, 'tenenciasByState', shown)).toBe('Sin consultar')
})

test('what is known in part says so under the chart; what falls due next month too', () => {
  const shown = shownOf(0, 12)
  expect(emptyText('tenencias', 'tenenciasByState', shown)).toBe('Ninguna tenencia')
  expect(emptyNote('tenencias', shown)).toBe('De 516 vehículos no se sabe, o no se sabe todo.')
  expect(emptyText('forecast', 'forecast', shown)).toBe('Nada vence en los próximos 30 días')
  expect(emptyNote('forecast', shown)).toMatch(/^Solo se cuenta lo que se sabe/)
  expect(emptyNote('forecast', shownOf(0, 528))).toBeUndefined()
})

test('tenencias without a date are in a period of their own, and an empty one says how many they are', () => {
  const shown = shownOf(3, 528, 35)
  expect(emptyText('tenencias', 'tenenciasByState', shown)).toBe('Ninguna tenencia con fecha en este periodo')
  expect(emptyNote('tenencias', shown)).toBe('Sin fecha hay 35 tenencias: en «Sin fecha».')
  expect(emptyText('tenencias', 'tenenciasByState', shownOf(-2, 528))).toBe('Ninguna tenencia sin fecha')
  expect(emptyNote('tenencias', shownOf(-2, 528, 35))).toBeUndefined()
})
