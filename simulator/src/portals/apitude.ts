// Apitude: debts in Mexico City, asynchronous (apitude-requests.ts) → types 0, 3, 7 and 9. Fines are in units of
// account, tenencias without amounts. HTTP 200 may contain a failure: result.status decides.
import { hash } from '../chance.ts'
import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { commonTroubles, fail, normal, ok, other, type Portal, type Query } from '../portal.ts'
import { readProviderWords } from '../provider-words.ts'
import { jsonRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import {
  applyLedgerToFines,
  card,
  type Debt,
  environmental,
  fine,
  fines,
  isOwed,
  lateVerification,
  owed,
  partlyPaid,
  speeding,
  type Violation,
} from './cdmx-rows.ts'

const words = readProviderWords('apitude')

type Folder = {
  debts: Debt[]
  violations: Violation[]
  sanctions: Violation[]
  late?: boolean
}

function data({ plate }: Query, moment: Moment, { debts, violations: drawn, sanctions, late }: Folder) {
  const violations = applyLedgerToFines(plate, drawn)
  return {
    clean: ![...debts, ...violations, ...sanctions].some(isOwed),
    found: true,
    license_plate: plate,
    debts,
    fotocivicas_score: 10 - (hash('score', plate) % 4),
    environmental_sanctions: sanctions,
    vehicle_circulation_card: card(plate, moment, late),
    unpaid_traffic_violations: violations,
  }
}

const answered = (
  moment: Moment,
  body: { license_plate: string; [section: string]: unknown } | null,
  { message = 'successful', status = 200, error = '' } = {},
) =>
  ok({
    message: 'Request completed',
    result: {
      data: body,
      error,
      end_at: moment.now.toISOString(),
      status,
      message,
      queried_by: { license_plate: body?.license_plate ?? '' },
      service_name: 'adeudos-mx',
    },
  })

const none = (query: Query, moment: Moment) =>
  data(query, moment, { debts: [], violations: [], sanctions: [], late: false })
const one = (query: Query, moment: Moment) =>
  data(query, moment, { debts: [], violations: [speeding(moment.day - 12, query.plate)], sanctions: [], late: false })
const list = 'result.data.unpaid_traffic_violations'
const absent = (query: Query, moment: Moment) => ({
  ...none(query, moment),
  found: false,
  fotocivicas_score: null,
  vehicle_circulation_card: null,
})

export const apitude: Portal = {
  name: 'apitude',
  title: 'Apitude · Adeudos CDMX',
  country: 'MX',
  method: 'POST',
  path: '/apitude/api/v1.0/requests/adeudos-mx/',
  ledger: 'cdmx',
  allowed: holds('apitude'),
  refuses: (source) =>
    words.fault('request')(source) === undefined ? undefined : fail(400, { detail: 'Bad request.' }),
  ask: (field) => {
    const plate = normal(field('license_plate'))
    return { key: plate, plate, vin: '' }
  },
  troubles: { ...commonTroubles, 'not-registered': 0.008, 'does-not-exist': 0.005, 'plate-changed': 0.005 },
  answers: {
    ...jsonRefusals({}),
    unauthorized: words.error('key refused'),
    natural: (query, moment) =>
      answered(
        moment,
        data(query, moment, {
          debts: owed(query.plate, moment.year),
          violations: fines(query.plate, moment),
          sanctions: environmental(query.plate, moment),
        }),
      ),
    clean: (query, moment) => answered(moment, none(query, moment)),
    'one-debt': (query, moment) => answered(moment, one(query, moment)),
    'many-debts': (query, moment) =>
      answered(
        moment,
        data(query, moment, {
          debts: [0, 1, 2].map((n) => ({ year: String(moment.year - n), status: 'NO PAGADA' as const })),
          violations: Array.from({ length: 45 }, (_, n) => fine(moment.day - 8 - n * 17, query.plate, 'many', n)),
          sanctions: [lateVerification(moment.day - 30, query.plate)],
          late: true,
        }),
      ),
    'plate-changed': (query, moment) =>
      answered(moment, absent(query, moment), { message: `Placa anterior. Placa vigente: ${other(query.plate)}` }),
    'not-registered': (query, moment) =>
      answered(moment, absent(query, moment), { message: 'La placa no se encuentra en el padrón' }),
    'does-not-exist': (_query, moment) => answered(moment, null, { message: 'not found', status: 404 }),
    'other-plate': (query, moment) => answered(moment, { ...one(query, moment), license_plate: other(query.plate) }),
    partial: (query, moment) => answered(moment, { ...one(query, moment), environmental_sanctions: null }),
    drift: (query, moment) => {
      const { unpaid_traffic_violations, ...rest } = one(query, moment)
      return answered(moment, { ...rest, traffic_violations: unpaid_traffic_violations })
    },
    twice: (query, moment) => answered(moment, one(query, moment)),
    paid: (query, moment) =>
      answered(
        moment,
        data(query, moment, {
          debts: [{ year: String(moment.year - 1), status: 'PAGADA' }],
          violations: partlyPaid(moment.day, query.plate),
          sanctions: [],
          late: false,
        }),
      ),
    'unknown-field': (query, moment) => withUnknownField(answered(moment, one(query, moment)), `${list}.0`),
    'no-rows-key': (query, moment) => without(answered(moment, one(query, moment)), list),
    'ok-with-error': () =>
      ok({ message: 'Servicio no disponible', result: { data: null, error: 'source_unavailable', status: 503 } }),
    'sum-mismatch': (query, moment) => answered(moment, { ...one(query, moment), clean: true }),
  },
}
