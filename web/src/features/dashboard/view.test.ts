// The text of an empty chart: there is nothing, no source was queried, or where the rows without a date are.
import { expect, test } from 'vitest'
import { testFacts } from '../../testing/dashboard.ts'
import { emptyNote, emptyText, type View } from './view.ts'

const basis = (known: number, unknown: number) => ({ known, unknown, unasked: 0, oldest: null })
const viewOf = (months: number, known: number, undated = 0): View => {
  const every = basis(known, 528 - known)
  const facts = testFacts('MX', {
    basis: { debt: every, tickets: every, tenencias: every, insurance: every, inspection: every, stolen: every },
  })
  for (const each of facts.statistics) each.totalTenenciasCount = each.months === -2 ? undated : 0
  const period = facts.statistics.find((each) => each.months === months)
  if (!period) throw new Error(`no period ${months}`)
  return { name: 'tenencias', facts, period, country: 'MX' }
}

test('without any queried source no chart says that there is none', () => {
  const view = viewOf(0, 0)
  for (const section of ['debts', 'tickets', 'tenencias', 'insurance', 'stolen', 'forecast'] as const)
    expect(emptyText(section, 'tenenciasByState', view)).toBe('Sin consultar')
})

test('a partly known chart says so below it, also in the next month', () => {
  const view = viewOf(0, 12)
  expect(emptyText('tenencias', 'tenenciasByState', view)).toBe('Ninguna tenencia')
  expect(emptyNote('tenencias', view)).toBe('Falta información de 516 vehículos.')
  expect(emptyText('forecast', 'forecast', view)).toBe('Nada vence en los próximos 30 días')
  expect(emptyNote('forecast', view)).toMatch(/^Solo se cuenta lo que se sabe/)
  expect(emptyNote('forecast', viewOf(0, 528))).toBeUndefined()
})

test('tenencias without a date have their own period; an empty chart says how many they are', () => {
  const view = viewOf(3, 528, 35)
  expect(emptyText('tenencias', 'tenenciasByState', view)).toBe('Ninguna tenencia con fecha en este periodo')
  expect(emptyNote('tenencias', view)).toBe('Sin fecha hay 35 tenencias: en «Sin fecha».')
  expect(emptyText('tenencias', 'tenenciasByState', viewOf(-2, 528))).toBe('Ninguna tenencia sin fecha')
  expect(emptyNote('tenencias', viewOf(-2, 528, 35))).toBeUndefined()
})
