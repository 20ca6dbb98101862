// Next actions for the tests: one of each group.
import type { NextActions, PaymentRule } from '@padron/contract/dashboard'

/** A Monday; the week ends on Sunday. */
const TODAY = '2026-11-23'
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const owed = (count: number, amount: number, withoutAmount = 0) => ({ count, amount, withoutAmount })
const stake = (vehicles: number, ...of: Parameters<typeof owed>) => ({ vehicles, ...owed(...of) })
const NONE = stake(0, 0, 0)
/** Of how many vehicles it is known. */
export const basis = (known: number, unknown: number) => {
  const oldest = known > 0 ? ago(72) : null
  return { known, unknown, unasked: 0, oldest }
}
const vehicle = (vehicleAssetId: number, plate: string, assetStatusId = 1) => {
  const stateName = 'Ciudad de México'
  return { vehicleAssetId, plate, stateName, assetStatusId }
}
const sourceAt = (hours: number) => ({ source: 'Finanzas', toldAt: ago(hours) })
const marked = (hours: number, markedBy: string | null) => ({ markedAt: ago(hours), markedBy, listedAt: ago(2) })

export const rule = (more: Partial<PaymentRule> = {}): PaymentRule => ({
  ruleKey: 'cdmx-50',
  kind: 'discount',
  title: 'Pronto pago en la Ciudad de México',
  where: 'Ciudad de México',
  says: '50 % de descuento hasta el día 30.',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  source: 'Secretaría de Seguridad Ciudadana',
  sourceDate: '2026-01-05',
  version: '2026-11-27',
  authority: null,
  link: null,
  note: null,
  unreplaced: false,
  continuedBy: null,
  otherReading: null,
  shown: true,
  whyNot: null,
  ...more,
})

export const nothing = (): NextActions => ({
  today: TODAY,
  weekEnds: '2026-11-29',
  payments: { ...NONE, basis: basis(130, 0), next: null, first: [] },
  discounts: { ...NONE, basis: basis(130, 0), windows: [], byRule: [], first: [] },
  blocked: [],
  appeals: [],
  units: [],
  growing: { ...NONE, basis: basis(4, 0), first: [] },
  stillListed: { ...NONE, late: 0, waiting: 0, first: [] },
  rules: [],
})

const payments = (): NextActions['payments'] => {
  const line = { day: '2026-11-24', title: 'Línea de captura 8817', detail: 'Tenencia 2026', amount: 1234.5 }
  return {
    ...stake(140, 150, 84_500.5, 12),
    basis: null,
    next: { day: '2026-11-30', ...owed(3, 900) },
    first: [{ ...vehicle(7, 'FAP123Z'), ...line, ...sourceAt(72) }],
  }
}

const discounts = (): NextActions['discounts'] => {
  const debt = { folio: 'F-1', description: 'Exceso de velocidad', total: 2200, payNow: 1100, payLater: 2200 }
  const saving = { saving: 1100, savingBy: 'rule', ruleKey: 'cdmx-50' } as const
  const days = { day: '2026-11-29', otherDay: null, notifiedOn: null }
  const window = {
    countsFrom: 'debt',
    from: '2026-10-24',
    to: '2026-10-30',
    count: 2,
    vehicles: 2,
    exact: true,
  } as const
  return {
    ...stake(2, 2, 1100),
    basis: null,
    windows: [{ ruleKey: 'cdmx-50', states: [9], types: [1, 9], ...window }],
    byRule: [{ ruleKey: 'cdmx-50', ...stake(2, 2, 1100), basis: null }],
    first: [{ ...vehicle(8, 'AAA111A'), ...days, ...debt, ...saving, ...sourceAt(1) }],
  }
}

const blocked = (): NextActions['blocked'] => {
  const debts = [
    { typeId: 9, ...owed(3, 4500) },
    { typeId: 7, ...owed(1, 0, 1) },
    { typeId: 1, ...owed(2, 80, 1) },
  ]
  return [
    {
      ruleKey: 'cdmx-verificacion',
      title: 'Verificación en la Ciudad de México',
      states: [9],
      types: [1, 9, 7],
      ...stake(12, 14, 31_000, 2),
      basis: null,
      unknown: 5,
      first: [{ ...vehicle(9, 'BBB222B'), amount: 4500, withoutAmount: 1, debts }],
    },
    {
      ruleKey: 'refrendo',
      title: 'Refrendo de Nuevo León',
      states: [19],
      types: [0],
      ...NONE,
      basis: basis(3, 12),
      unknown: 12,
      first: [],
    },
  ]
}

const growing = (): NextActions['growing'] => {
  const grown = { since: ago(24 * 20), ...owed(3, 2100), latest: '2026-11-20' }
  return { ...stake(1, 3, 2100), basis: null, first: [{ ...vehicle(10, 'CCC333C', 8), ...grown }] }
}

const stillListed = (): NextActions['stillListed'] => {
  const late = { folio: null, description: 'Refrendo 2026', amount: 600, source: 'Finanzas' }
  const recent = { folio: 'F-9', description: 'Multa', amount: 300, source: 'Finanzas' }
  return {
    ...stake(2, 2, 900),
    late: 1,
    waiting: 0,
    first: [
      { ...vehicle(11, 'DDD444D'), ...late, ...marked(24 * 9, 'ana') },
      { ...vehicle(12, 'EEE555E'), ...recent, ...marked(30, null) },
    ],
  }
}

export const everything = (): NextActions => ({
  ...nothing(),
  payments: payments(),
  discounts: discounts(),
  blocked: blocked(),
  growing: growing(),
  stillListed: stillListed(),
  rules: [
    rule(),
    rule({
      ruleKey: 'cdmx-verificacion',
      kind: 'blocks',
      title: 'Verificación en la Ciudad de México',
      says: 'No se verifica con multas sin pagar.',
    }),
    rule({
      ruleKey: 'edomex',
      title: 'Pronto pago en el Estado de México',
      shown: false,
      whyNot: 'La apagó el operador de este servidor.',
    }),
  ],
})
