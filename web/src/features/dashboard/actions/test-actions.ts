// Next actions for stories: one of each group.
import type { NextActions, PaymentRule } from '@padron/contract/dashboard'

/** A Monday; the week ends on Sunday. */
export const TODAY = '2026-11-23'
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const NONE = { count: 0, vehicles: 0, amount: 0, withoutAmount: 0 }
/** Of how many vehicles it is known. */
export const basis = (known: number, unknown: number, oldest: string | null = known > 0 ? ago(72) : null) => ({
  known,
  unknown,
  unasked: 0,
  oldest,
})
const vehicle = (vehicleAssetId: number, plate: string, assetStatusId = 1) => ({
  vehicleAssetId,
  plate,
  stateName: 'Ciudad de México',
  assetStatusId,
})

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
  note: null,
  otherReading: null,
  shown: true,
  whyNot: null,
  ...more,
})

export const nothing = (): NextActions => ({
  today: TODAY,
  weekEnds: '2026-11-29',
  payments: { ...NONE, basis: basis(130, 0), next: null, first: [] },
  discounts: { ...NONE, basis: basis(130, 0), windows: [], first: [] },
  blocked: [],
  growing: { ...NONE, basis: basis(4, 0), first: [] },
  stillListed: { ...NONE, late: 0, waiting: 0, first: [] },
  rules: [],
})

export const everything = (): NextActions => ({
  ...nothing(),
  payments: {
    count: 150,
    vehicles: 140,
    amount: 84_500.5,
    withoutAmount: 12,
    basis: null,
    next: { day: '2026-11-30', count: 3, amount: 900, withoutAmount: 0 },
    first: [
      {
        ...vehicle(7, 'FAP123Z'),
        day: '2026-11-24',
        title: 'Línea de pago 8817',
        detail: 'Tenencia 2026',
        amount: 1234.5,
        source: 'Finanzas',
        toldAt: ago(72),
      },
    ],
  },
  discounts: {
    count: 2,
    vehicles: 2,
    amount: 1100,
    withoutAmount: 0,
    basis: null,
    windows: [
      {
        ruleKey: 'cdmx-50',
        states: [9],
        types: [1, 9],
        countsFrom: 'debt',
        from: '2026-10-24',
        to: '2026-10-30',
        vehicles: 2,
        exact: true,
      },
    ],
    first: [
      {
        ...vehicle(8, 'AAA111A'),
        day: '2026-11-29',
        otherDay: null,
        notifiedOn: null,
        folio: 'F-1',
        description: 'Exceso de velocidad',
        total: 2200,
        payNow: 1100,
        payLater: 2200,
        saving: 1100,
        savingBy: 'rule',
        ruleKey: 'cdmx-50',
        source: 'Finanzas',
        toldAt: ago(1),
      },
    ],
  },
  blocked: [
    {
      ruleKey: 'cdmx-verificacion',
      title: 'Verificación en la Ciudad de México',
      states: [9],
      types: [1, 9, 7],
      count: 14,
      vehicles: 12,
      amount: 31_000,
      withoutAmount: 2,
      basis: null,
      unknown: 5,
      first: [
        {
          ...vehicle(9, 'BBB222B'),
          amount: 4500,
          withoutAmount: 1,
          debts: [
            { typeId: 9, count: 3, amount: 4500, withoutAmount: 0 },
            { typeId: 7, count: 1, amount: 0, withoutAmount: 1 },
            { typeId: 1, count: 2, amount: 80, withoutAmount: 1 },
          ],
        },
      ],
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
  ],
  growing: {
    count: 3,
    vehicles: 1,
    amount: 2100,
    withoutAmount: 0,
    basis: null,
    first: [
      {
        ...vehicle(10, 'CCC333C', 8),
        since: ago(24 * 20),
        count: 3,
        amount: 2100,
        withoutAmount: 0,
        latest: '2026-11-20',
      },
    ],
  },
  stillListed: {
    count: 2,
    vehicles: 2,
    amount: 900,
    withoutAmount: 0,
    late: 1,
    waiting: 0,
    first: [
      {
        ...vehicle(11, 'DDD444D'),
        folio: null,
        description: 'Refrendo 2026',
        amount: 600,
        markedAt: ago(24 * 9),
        markedBy: 'ana',
        listedAt: ago(2),
        source: 'Finanzas',
      },
      {
        ...vehicle(12, 'EEE555E'),
        folio: 'F-9',
        description: 'Multa',
        amount: 300,
        markedAt: ago(30),
        markedBy: null,
        listedAt: ago(2),
        source: 'Finanzas',
      },
    ],
  },
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
      whyNot: 'Las fuentes no coinciden.',
    }),
  ],
})
