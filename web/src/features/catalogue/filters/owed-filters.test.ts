// The filters that dashboards and emails link to: address ⇄ request ⇄ saved view ⇄ chips.
import { FleetQuery, VehicleFilter } from '@padron/contract/catalogue/filter'
import { EXPIRY_KINDS } from '@padron/contract/vehicles/fields'
import { ViewDefinition } from '@padron/contract/views'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { parseSearch, stringifySearch } from '../../../lib/search-params.ts'
import { fleetQuery, searchOf, searchOfQuery, vehicleFilter } from '../filters.ts'
import { CatalogueSearch } from '../search.ts'
import { chips } from './chips.ts'
import { forReader } from './owed-filters.ts'

const from = (address: string) => z.parse(CatalogueSearch, parseSearch(address))
const some = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
const owed = (address: string) => {
  const { assetHistoric: _, ...rest } = vehicleFilter(from(address), 'MX')
  return rest
}
const NAMES = { states: new Map(), tags: new Map() }
const chipTexts = (address: string, country: 'MX' | 'CO' = 'MX') =>
  chips(from(`status=todos&${address}`), country, NAMES).map(({ label, value }) => `${label}: ${value}`)

// Each case is one request; every parameter of the address is in at least one.
const CASES: readonly [address: string, filter: VehicleFilter][] = [
  ['rfcNameIs=Uno%2C+%22dos%22%20y%20tres%20', { exact: { rfcName: 'Uno, "dos" y tres ' } }],
  ['taxIdentifierIs=~&modelNameIs=~', { exact: { taxIdentifier: null, modelName: null } }],
  ['lessorNameIs=~~x&brandNameIs=~~', { exact: { lessorName: '~x', brandName: '~' } }],
  ['withoutYear=1', { withoutYear: true }],
  ['anyStatus=13,15', { anyStatus: [13, 15] }],
  ['debts=any', { debts: {} }],
  ['debts=1,9', { debts: { types: [1, 9] } }],
  ['debts=any&debtDays=2026-10-23..2026-11-22', { debts: { from: '2026-10-23', to: '2026-11-22' } }],
  ['debts=0&debtDays=..2026-11-22&debtMarked=1', { debts: { types: [0], to: '2026-11-22', marked: true } }],
  ['debts=any&debtDays=2026-11-22..&debtAfterStatus=1', { debts: { from: '2026-11-22', afterStatus: true } }],
  ['debts=1,9&debtTotal=5000.01..', { debts: { types: [1, 9], totalFrom: 5000.01 } }],
  ['withoutDebts=1', { withoutDebts: true }],
  ['debts=any&debtTotal=0..9999.99', { debts: { totalFrom: 0, totalTo: 9999.99 } }],
  ['debts=1&debtUndated=1', { debts: { types: [1], undated: true } }],
  [
    'due=policy,payment&dueDays=2026-11-23..2026-12-22&dueTypes=1,9',
    { due: { kinds: ['policy', 'payment'], types: [1, 9], from: '2026-11-23', to: '2026-12-22' } },
  ],
  [
    `due=${EXPIRY_KINDS}&dueDays=2026-11-23..2026-11-23`,
    { due: { kinds: [...EXPIRY_KINDS], from: '2026-11-23', to: '2026-11-23' } },
  ],
  ['stolenDays=2026-01-01..2026-02-01', { stolen: { from: '2026-01-01', to: '2026-02-01' } }],
  ['stolenDays=..', { stolen: {} }],
  ['ticketStatus=1&freshness=current', { vehicleAsset: { ticketStatus: [1] }, freshness: 'current' }],
]

test.each(CASES)('the contract accepts the request of %s, which is read back unchanged', (address, filter) => {
  const search = from(address)
  expect(owed(address)).toEqual(filter)
  expect(z.parse(VehicleFilter, owed(address))).toEqual(filter)
  const definition = z.parse(ViewDefinition, { ...fleetQuery(search, 'MX'), columns: null })
  expect(some(searchOf(definition))).toEqual(some(search))
  expect(from(stringifySearch(searchOf(definition)).slice(1))).toEqual(search)
})

test('invalid parameters are dropped, and the rest stays', () => {
  expect(
    some(
      from(
        'freshness=old&withoutYear=si&anyStatus=x&debts=todas&debtDays=ayer&debtMarked=0&due=nada' +
          '&dueDays=2026-11-01..&stolenDays=x&debtTotal=9..1',
      ),
    ),
  ).toEqual({})
  expect(from('due=nada,card,policy').due).toEqual(['policy', 'card'])
  expect(owed('due=card')).toEqual({})
  expect(owed('dueDays=2026-11-01..2026-11-30')).toEqual({})
  expect(owed('debts=5,99&anyStatus=77')).toEqual({})
  expect(owed('due=card&dueDays=2026-11-01..2026-11-30&dueTypes=1').due).toEqual({
    kinds: ['card'],
    from: '2026-11-01',
    to: '2026-11-30',
  })
  expect(vehicleFilter(from('debts=1,9,13'), 'CO').debts).toEqual({ types: [1, 13] })
})

test('dates alone apply to any debt; the same choice in another order is the same request', () => {
  expect(owed('debtDays=2026-11-01..')).toEqual({ debts: { from: '2026-11-01' } })
  expect(owed('debtUndated=1')).toEqual({ debts: { undated: true } })
  expect(owed('debtUndated=1&debtDays=2026-11-01..')).toEqual({ debts: { from: '2026-11-01' } })
  expect(owed('debts=9,1&anyStatus=15,13')).toEqual(owed('debts=1,9&anyStatus=13,15'))
})

test('a link contains the complete query, including defaults', () => {
  const link = (query: unknown) => stringifySearch(searchOfQuery(z.parse(FleetQuery, query)))
  const active = { assetHistoric: { assetStatusId: 1 } }
  expect(link({ vehicleClass: active })).toBe('?status=1')
  expect(link({ vehicleClass: { ...active, debts: { types: [1, 9, 7] } } })).toBe('?debts=1,9,7')
  expect(link({ vehicleClass: { exact: { rfcName: null } } })).toBe('?status=todos&rfcNameIs=~')
  expect(Object.keys(searchOfQuery({ vehicleClass: active }))).toContain('plate')
})

test('each active filter has a chip with its words', () => {
  expect(chipTexts('rfcNameIs=X&modelNameIs=~&withoutYear=1&anyStatus=13')).toEqual([
    'Razón social: Es «X»',
    'Modelo: Sin dato',
    'Año: Sin dato',
    'Estado de alguna consulta: Requiere intervención manual',
  ])
  expect(chipTexts('debts=1,9&debtDays=2026-10-23..2026-11-22&debtMarked=1&debtAfterStatus=1')).toEqual([
    'Con adeudo: Multas, Multas CDMX',
    'Fecha del adeudo: del 23/10/2026 al 22/11/2026',
    'Marcado como pagado: aún listado por la fuente',
    'Apareció o creció: después de la baja del vehículo',
  ])
  const total = (range: string) => chipTexts(`debts=any&debtTotal=${range}`)[1]
  expect(total('5000.01..')).toBe('Importe del adeudo: más de $5,000')
  expect(total('5000..')).toBe('Importe del adeudo: $5,000 o más')
  expect(total('..4999.99')).toBe('Importe del adeudo: menos de $5,000')
  expect(total('..0.5')).toBe('Importe del adeudo: $0.50 o menos')
  expect(total('5000..10000')).toBe('Importe del adeudo: de $5,000 a $10,000')
  expect(chipTexts('debts=any&debtUndated=1')).toEqual(['Con adeudo: De cualquier tipo', 'Fecha del adeudo: sin fecha'])
  expect(chipTexts('debts=any')).toEqual(['Con adeudo: De cualquier tipo'])
  expect(chipTexts('due=policy,payment&dueTypes=1&dueDays=2026-11-23..2026-12-22&stolenDays=..')).toEqual([
    'Vence: Póliza de seguro, Línea de captura de Multas; del 23/11/2026 al 22/12/2026',
    'Reporte de robo visto: En cualquier fecha',
  ])
  expect(chipTexts('freshness=current')).toEqual(['Vigencia de las consultas: Solo vigentes'])
  expect(chipTexts('due=insurance&dueDays=2026-11-23..2026-11-23', 'CO')).toEqual(['Vence: SOAT; el 23/11/2026'])
})

test('each chip removes its own filter; «any debt» also removes the conditions on debts', () => {
  const without = (address: string, key: string) => {
    const search = from(address)
    const off = chips(search, 'MX', NAMES).find((chip) => chip.key === key)?.off
    return stringifySearch({ ...search, ...off })
  }
  expect(without('debts=1&debtDays=2026-11-01..', 'debtDays')).toBe('?debts=1')
  expect(without('debts=1&debtTotal=5..', 'debts')).toBe('?debts=any&debtTotal=5..')
  expect(without('debts=1&debtTotal=5..', 'debtTotal')).toBe('?debts=1')
  expect(without('debts=1&debtUndated=1', 'debtUndated')).toBe('?debts=1')
  expect(without('debts=1&debtMarked=1', 'debts')).toBe('?debts=any&debtMarked=1')
  expect(without('debts=any&debtMarked=1&debtDays=2026-11-01..', 'debts')).toBe('')
  expect(without('debts=1', 'debts')).toBe('')
  expect(without('due=payment&dueDays=2026-11-23..2026-12-22&dueTypes=1&debts=1', 'due')).toBe('?debts=1')
  expect(without('rfcNameIs=~&taxIdentifierIs=~&stolenDays=..', 'rfcNameIs')).toBe('?taxIdentifierIs=~&stolenDays=..')
  expect(without('debts=1&freshness=current', 'freshness')).toBe('?debts=1')
  expect(without('rfcNameIs=~&stolenDays=..', 'stolen')).toBe('?rfcNameIs=~')
})

test('users who may not see documents send only the filters that they may use', () => {
  const seen = (address: string, canReadDocuments = false) =>
    stringifySearch(forReader(from(address), canReadDocuments))
  const days = 'dueDays=2026-11-23..2026-12-22'
  expect(seen(`due=policy,document,card&${days}`)).toBe(`?due=insurance,card&${days}`)
  expect(seen(`due=policy,insurance&${days}`)).toBe(`?due=insurance&${days}`)
  expect(seen(`due=document&${days}&debts=1`)).toBe('?debts=1')
  expect(seen(`due=policy&${days}`, true)).toBe(`?due=policy&${days}`)
})
