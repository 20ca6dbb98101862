// What is due, its weeks and an official calendar, for the tests of screens. Today is Wednesday 25 November 2026.
import type { Reply } from '@padron/contract/call'
import { addMonths, monthDays, weekOf } from '@padron/contract/days'
import {
  type CalendarRule,
  OBLIGATION_MONTHS,
  OBLIGATION_WEEKS,
  type Obligation,
  type obligations,
  type Week,
} from '@padron/contract/obligations'
import type { OfficialHoliday, UnitValue } from '@padron/contract/rules/official-rules'

export const TODAY = '2026-11-25'

export const obligation = (changes: Partial<Obligation> = {}): Obligation => ({
  obligationId: 'a1',
  kind: 'insurance',
  dueOn: '2026-11-27',
  vehicleAssetId: 7,
  plate: 'FAP123Z',
  vin: '3N1BT9E74TU000002',
  customId: 'ECO-7',
  stateName: 'Coahuila',
  holder: 'Transportes del Norte',
  title: 'Póliza de seguro',
  detail: 'Seguros Prueba, P-1',
  amount: null,
  source: 'AMIS',
  toldAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  documentId: null,
  resourceTypeId: 5,
  ...changes,
})

const NONE = { document: 0, insurance: 0, inspection: 0, card: 0, plate: 0, payment: 0 }

export const week = (at: number, changes: Partial<Week> = {}): Week => ({
  ...weekOf(TODAY, at),
  total: 0,
  vehicles: 0,
  amount: null,
  byKind: NONE,
  ...changes,
})

/** Three this week, four in the third, two overdue, nine later. */
export const weeks = (changes: Partial<Reply<typeof obligations.weeks>> = {}): Reply<typeof obligations.weeks> => {
  const full: Record<number, Partial<Week>> = {
    0: { total: 3, vehicles: 2, amount: 1234.5, byKind: { ...NONE, insurance: 2, payment: 1 } },
    2: { total: 4, vehicles: 4, byKind: { ...NONE, inspection: 4 } },
  }
  return {
    today: TODAY,
    overdue: { total: 2, vehicles: 1, byKind: { ...NONE, insurance: 2 } },
    weeks: Array.from({ length: OBLIGATION_WEEKS }, (_, at) => week(at, full[at])),
    later: 9,
    basis: { known: 40, total: 40 },
    ...changes,
  }
}

/** Three this month, two of them over; nine later. */
export const months = (changes: Partial<Reply<typeof obligations.months>> = {}): Reply<typeof obligations.months> => ({
  today: TODAY,
  overdue: { total: 2, vehicles: 1, byKind: { ...NONE, insurance: 2 } },
  months: Array.from({ length: OBLIGATION_MONTHS }, (_, at) => ({
    ...monthDays(addMonths(TODAY.slice(0, 7), at)),
    ...(at === 0
      ? { total: 3, vehicles: 2, amount: 1234.5, byKind: { ...NONE, insurance: 2, payment: 1 } }
      : { total: 0, vehicles: 0, amount: null, byKind: NONE }),
  })),
  later: 9,
  basis: { known: 40, total: 40 },
  ...changes,
})

export const rule = (changes: Partial<CalendarRule> = {}): CalendarRule => ({
  ruleKey: 'verificacion-azul',
  title: 'Verificación vehicular, engomado azul',
  where: 'Ciudad de México, Estado de México',
  digits: [9, 0],
  says: 'Mayo y junio; noviembre y diciembre.',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  source: 'Programa 2026, según El Universal',
  sourceDate: '2026-01-05',
  own: false,
  kind: 'calendar',
  version: '2026-11-27',
  authority: null,
  link: null,
  note: null,
  otherReading: null,
  unreplaced: false,
  continuedBy: null,
  shown: true,
  whyNot: null,
  occurrences: [{ from: '2026-11-01', to: '2026-12-31', otherTo: null, vehicles: 31 }],
  ...changes,
})

export const unitValue = (changes: Partial<UnitValue> = {}): UnitValue => ({
  unit: 'UMA',
  value: 117.31,
  validFrom: '2026-02-01',
  validTo: '2027-01-31',
  version: '2026-11-27',
  authority: 'INEGI',
  source: 'UMA diaria de 2026',
  sourceDate: '2026-11-26',
  link: null,
  unreplaced: false,
  ...changes,
})

export const holiday = (changes: Partial<OfficialHoliday> = {}): OfficialHoliday => ({
  ruleKey: 'co-navidad',
  name: 'Navidad',
  nextOn: '2026-12-25',
  validFrom: null,
  validTo: null,
  version: '2026-11-27',
  authority: null,
  source: 'Ley 51 de 1983',
  sourceDate: '1983-12-22',
  link: null,
  ...changes,
})
