// Written texts and their filters; words not understood are returned, and nothing is guessed.
import type { VehicleFilter } from '@padron/contract/catalogue/filter'
import { VehicleFilter as Schema } from '@padron/contract/catalogue/filter'
import type { Country } from '@padron/contract/places/countries'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { readWrittenFilter } from './reader.ts'

const TODAY = '2026-11-28'
const TAGS = [
  { tagId: 1, tagName: 'Foráneas' },
  { tagId: 2, tagName: 'reparto local' },
  { tagId: 3, tagName: 'Jalisco' },
  { tagId: 4, tagName: 'norte' },
  { tagId: 5, tagName: 'Norte' },
]
const HOLDERS = ['Fletes del Bajío, S.A. de C.V.', 'Transportes Nuevo León']
const read = (text: string, country: Country = 'MX', tags = TAGS, holders: string[] = []) => {
  const written = readWrittenFilter(text, { country, today: TODAY, tags, holders })
  expect(z.safeParse(Schema, written.filter).error, text).toBeUndefined()
  return written
}
const debts = (wanted: VehicleFilter['debts']): VehicleFilter => ({ debts: wanted })
const status = (wanted: object): VehicleFilter => ({ vehicleAsset: wanted })
const FINES = [1, 9, 7]
const inDays = (to: string, kinds: string[], from = TODAY) => ({ due: { kinds, from, to } }) as VehicleFilter
const MXN: readonly [text: string, filter: VehicleFilter, unknown?: string[]][] = [
  ['multas > 5000 jalisco', { ...debts({ types: FINES, totalFrom: 5000.01 }), state: { stateId: [14] } }],
  [
    'MULTAS DE MÁS DE $5,000.50 EN JALISCO',
    { ...debts({ types: FINES, totalFrom: 5000.51 }), state: { stateId: [14] } },
  ],
  ['multa>=5000', debts({ types: FINES, totalFrom: 5000 })],
  ['multas menores a 5 mil', debts({ types: FINES, totalTo: 4999.99 })],
  ['multas de 5000 o más', debts({ types: FINES, totalFrom: 5000 })],
  ['multas hasta 1.500', debts({ types: FINES, totalTo: 1500 })],
  ['adeudo entre 5,000 y 10,000', debts({ totalFrom: 5000, totalTo: 10_000 })],
  ['adeudo entre $5 y $10 mil', debts({ totalFrom: 5000, totalTo: 10_000 })],
  ['adeudos mayores a 1.5 millones', debts({ totalFrom: 1_500_000.01 })],
  ['> 20k', debts({ totalFrom: 20_000.01 })],
  ['con adeudo superior a diez mil pesos', debts({ totalFrom: 10_000.01 })],
  ['vehículos con multas y tenencias', debts({ types: [...FINES, 0] })],
  ['tenencia refrendo > 100', debts({ types: [0, 8], totalFrom: 100.01 })],
  ['multas jalisco > 5000', { ...debts({ types: FINES, totalFrom: 5000.01 }), state: { stateId: [14] } }],
  ['más de 5000 en multas', debts({ types: FINES, totalFrom: 5000.01 })],
  ['multas cdmx', debts({ types: [9] })],
  ['adeudo > 10000 foráneas', { ...debts({ totalFrom: 10_000.01 }), tags: [{ tagId: 1 }] }],
  ['sin ninguna multa', status({ ticketStatus: [1] })],
  ['ninguna multa', status({ ticketStatus: [1] })],
  ['sin ningún adeudo', { withoutDebts: true }],
  ['sin ningún jalisco', {}, ['sin ningún jalisco']],
  ['sin multas', status({ ticketStatus: [1] })],
  ['sin adeudo de tenencia', status({ tenenciaStatus: [3] })],
  ['sin adeudo', { withoutDebts: true }],
  ['sin deudas jalisco', { withoutDebts: true, state: { stateId: [14] } }],
  ['sin adeudos de multas', status({ ticketStatus: [1] })],
  ['con adeudo', debts({})],
  ['con deuda en jalisco', { ...debts({}), state: { stateId: [14] } }],
  ['sin adeudo multas > 5000', { withoutDebts: true }, ['multas > 5000']],
  ['multas sin adeudo', debts({ types: FINES }), ['sin adeudo']],
  ['sin seguro', status({ insuranceStatus: [8] })],
  ['sin seguro vigente', status({ insuranceStatus: [8] })],
  ['pólizas vencidas', status({ insuranceStatus: [8] })],
  ['con seguro nl', { ...status({ insuranceStatus: [6] }), state: { stateId: [19] } }],
  ['placas vencidas', status({ plateStatus: [28] })],
  ['placas vencidas o inactivas', status({ plateStatus: [28] }), ['inactivas']],
  ['placa inactiva', status({ plateStatus: [29] })],
  ['tarjeta de circulación vencida', status({ cardStatus: [20] })],
  ['robo', status({ stolenStatus: [4] })],
  ['con reporte de robo', status({ stolenStatus: [4] })],
  ['sin reportes de robo', status({ stolenStatus: [5] })],
  ['robados', { assetHistoric: { assetStatusId: [3] } }],
  ['vendidos y en corralón', { assetHistoric: { assetStatusId: [8, 7] } }],
  ['posibles adeudos de tenencia', status({ tenenciaStatus: [21] })],
  ['no registrado', status({ repuveStatus: [11] })],
  ['sin procesar', { anyStatus: [-1] }],
  ['requiere intervención manual', { anyStatus: [13] }],
  ['vence seguro 15 días', inDays('2026-12-13', ['policy'])],
  ['seguro por vencer en 2 semanas', inDays('2026-12-12', ['policy'])],
  ['seguro y tarjeta vencen este mes', inDays('2026-11-30', ['policy', 'card'], '2026-11-01')],
  [
    'vencen la próxima semana',
    inDays('2026-12-11', ['policy', 'document', 'inspection', 'card', 'plate', 'payment'], '2026-12-05'),
  ],
  ['documentos que vencen en los próximos treinta días', inDays('2026-12-28', ['document'])],
  ['verificación vence en diciembre', inDays('2026-12-31', ['inspection'], '2026-12-01')],
  ['vence tarjeta enero', inDays('2027-01-31', ['card'], '2027-01-01')],
  ['vence tarjeta en febrero de 2028', inDays('2028-02-29', ['card'], '2028-02-01')],
  ['multas jalisco -cdmx', { ...debts({ types: FINES }), state: { stateId: [14] } }, ['-cdmx']],
  ['multas > -5', debts({ types: FINES }), ['> -5']],
  ['vence seguro -3 días', {}, ['vence seguro -3 días']],
  ['multas >= 5000 <= 8000', debts({ types: FINES, totalFrom: 5000, totalTo: 8000 })],
  ['multas > 5000 > 8000', debts({ types: FINES, totalFrom: 5000.01 }), ['> 8000']],
  ['vence seguro o tarjeta 15 días', inDays('2026-12-13', ['policy', 'card'])],
  ['seguro o tarjeta vence en 15 días', inDays('2026-12-13', ['policy', 'card'])],
  ['vence soat 15 días', inDays('2026-12-13', ['policy'])],
  ['vence rtm 15 días', {}, ['vence rtm 15 días']],
  ['sin placas', {}, ['sin placas']],
  ['sin placa vigente', status({ plateStatus: [28] })],
  ['sin tenencia pagada', {}, ['sin tenencia pagada']],
  ['tenencia pagada', {}, ['tenencia pagada']],
  ['vence seguro antes del 15/12/2026', inDays('2026-12-14', ['policy'])],
  ['vence seguro hasta el 15/12/2026', inDays('2026-12-15', ['policy'])],
  ['vence tarjeta el 5 de diciembre', inDays('2026-12-05', ['card'], '2026-12-05')],
  ['vence tarjeta el 5 de enero', inDays('2027-01-05', ['card'], '2027-01-05')],
  ['vence tarjeta del 1/12/2026 al 15/12/2026', inDays('2026-12-15', ['card'], '2026-12-01')],
  ['vence tarjeta entre el 1 y el 15 de diciembre', inDays('2026-12-15', ['card'], '2026-12-01')],
  ['vence tarjeta del 5 de diciembre', {}, ['vence tarjeta del 5 de diciembre']],
  ['vence tarjeta 31/02/2027', {}, ['vence tarjeta 31/02/2027']],
  ['vence tarjeta del 15/12/2026 al 1/12/2026', {}, ['vence tarjeta del 15/12/2026 al 1/12/2026']],
  ['en 15 días vence placa', inDays('2026-12-13', ['plate'])],
  ['vence línea de captura mañana', inDays('2026-11-29', ['payment'], '2026-11-29')],
  ['vence seguro jalisco 1 mes', { ...inDays('2026-12-28', ['policy']), state: { stateId: [14] } }],
  ['edomex y san luis potosí', { state: { stateId: [15, 24] } }],
  ['estado de méxico', { state: { stateId: [15] } }],
  ['baja california sur', { state: { stateId: [3] } }],
  ['b.c.s.', { state: { stateId: [3] } }],
  ['qro o gto', { state: { stateId: [22, 11] } }],
  ['multas o jalisco', { ...debts({ types: FINES }), state: { stateId: [14] } }, ['o']],
  ['reparto local', { tags: [{ tagId: 2 }] }],
  ['etiqueta jalisco', { tags: [{ tagId: 3 }] }],
  ['norte', { tags: [{ tagId: 4 }, { tagId: 5 }] }],
  ['titular Fletes del Norte jalisco', { rfc: { rfcName: 'Fletes del Norte' }, state: { stateId: [14] } }],
  ['razón social «Jalisco»', { rfc: { rfcName: 'Jalisco' } }],
  ['marca nissan modelo 2020', { brand: { brandName: 'nissan' }, model: { year: 2020 } }],
  ['año 2019', { model: { year: 2019 } }],
  ['placa RKA123B', status({ plate: 'RKA123B' })],
  ['económico ECO-10', status({ customId: 'ECO-10' })],
  // Not guessed.
  ['placas de jalisco', { state: { stateId: [14] } }, ['placas']],
  ['xyz', {}, ['xyz']],
  ['multas xyz > 5000 abc def', debts({ types: FINES, totalFrom: 5000.01 }), ['xyz', 'abc def']],
  ['multas de la zona norte', { ...debts({ types: FINES }), tags: [{ tagId: 4 }, { tagId: 5 }] }, ['zona']],
  ['multas 5000', debts({ types: FINES }), ['5000']],
  ['vence seguro', {}, ['vence seguro']],
  ['15 días', {}, ['15 días']],
  ['adeudo más de 30 días', debts({}), ['más de 30 días']],
  ['sin jalisco', {}, ['sin jalisco']],
  ['no vendidos', {}, ['no vendidos']],
  ['seguro', {}, ['seguro']],
  ['multas > 5000 tenencia > 100', debts({ types: FINES, totalFrom: 5000.01 }), ['tenencia > 100']],
  ['multas <', debts({ types: FINES }), ['<']],
  ['adeudo < 0', debts({}), ['< 0']],
  ['adeudo > 99999999999999', debts({}), ['> 99999999999999']],
  ['comparendos soat', {}, ['comparendos soat']],
  ['placa termina en 7', {}, ['placa termina en 7']],
  ['año 20', {}, ['año 20']],
  ['titular', {}, ['titular']],
  ['vence seguro 99999 días', {}, ['vence seguro 99999 días']],
  ['vehículos de la', {}],
  ['', {}],
]
test.each(MXN)('«%s»', (text, filter, unknown = []) => {
  expect(read(text)).toEqual({ filter, unknown })
})

const COP: readonly [text: string, filter: VehicleFilter, unknown?: string[]][] = [
  [
    'comparendos > 1.500.000 antioquia',
    { ...debts({ types: [13], totalFrom: 1_500_000.01 }), state: { stateId: [1005] } },
  ],
  ['vence soat 15 días', inDays('2026-12-13', ['policy'])],
  ['vence SOAT 15d', inDays('2026-12-13', ['policy'])],
  ['soat y tecnomecánica por vencer en 30 días', inDays('2026-12-28', ['policy', 'inspection'])],
  ['sin soat bogotá', { ...status({ insuranceStatus: [8] }), state: { stateId: [1011] } }],
  ['rtm vencida valle', { ...status({ inspectionStatus: [23] }), state: { stateId: [1076] } }],
  ['revisión técnico mecánica vigente', status({ inspectionStatus: [22] })],
  ['sin comparendos norte de santander', { ...status({ violationStatus: [25] }), state: { stateId: [1054] } }],
  ['sin deuda bogotá', { withoutDebts: true, state: { stateId: [1011] } }],
  ['en patios', { assetHistoric: { assetStatusId: [7] } }],
  ['deuda entre un millón y dos millones', debts({ totalFrom: 1_000_000, totalTo: 2_000_000 })],
  ['vence licencia de tránsito este año', inDays('2026-12-31', ['card'], '2026-01-01')],
  ['tenencia', {}, ['tenencia']],
  ['robo', {}, ['robo']],
  ['placas vencidas', {}, ['placas vencidas']],
]
test.each(COP)('in Colombia «%s»', (text, filter, unknown = []) => {
  expect(read(text, 'CO', [])).toEqual({ filter, unknown })
})

test('a state of another country is not a filter, but may be a tag', () => {
  expect(read('foráneas sin adeudo', 'MX', [])).toEqual({ filter: { withoutDebts: true }, unknown: ['foráneas'] })
  expect(read('foráneas sin adeudo').unknown).toEqual([])
})

test('a holder is found by a part of the name, even if it contains a word of another filter', () => {
  const holder = (text: string) => read(text, 'MX', [], HOLDERS)
  expect(holder('multas fletes del bajio')).toEqual({
    filter: { ...debts({ types: FINES }), rfc: { rfcName: 'fletes del bajio' } },
    unknown: [],
  })
  expect(holder('transportes nuevo león > 5')).toEqual({
    filter: { rfc: { rfcName: 'transportes nuevo león' }, ...debts({ totalFrom: 5.01 }) },
    unknown: [],
  })
  expect(holder('fletes transportes').unknown).toEqual(['transportes'])
  expect(holder('sa multas').unknown).toEqual(['sa'])
})

test('a very long text is read up to the limit, quickly', () => {
  for (const text of ['seguro '.repeat(50_000), '>'.repeat(100_000), 'multas '.repeat(50_000), '1'.repeat(100_000)])
    expect(read(text).unknown.join('').length).toBeLessThan(1_000)
})
