// Apitude: debts in Mexico City, asynchronous → types 0, 3, 7 and 9. POST gives an id, GET polls it. Fines are stated
// in units of account, tenencias without amounts. HTTP 200 can carry a failure: result.status tells. How requests
// wait for their polls is in apitude-requests.ts.

import { hash } from '../chance.ts'
import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { wordsOf } from '../provider-words.ts'
import { jsonRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import {
  card,
  type Debt,
  environmental,
  fine,
  fines,
  isOwed,
  lateVerification,
  owed,
  partlyPaid,
  settledFines,
  speeding,
  type Violation,
} from './cdmx-rows.ts'

const words = wordsOf('apitude')

type Folder = {
  debts: Debt[]
  violations: Violation[]
  sanctions: Violation[]
  late?: boolean
}

function data({ plate }: Asked, moment: Moment, { debts, violations: drawn, sanctions, late }: Folder) {
  const violations = settledFines(plate, drawn)
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

const none = (asked: Asked, moment: Moment) =>
  data(asked, moment, { debts: [], violations: [], sanctions: [], late: false })
const one = (asked: Asked, moment: Moment) =>
  data(asked, moment, { debts: [], violations: [speeding(moment.day - 12, asked.plate)], sanctions: [], late: false })
const list = 'result.data.unpaid_traffic_violations'
const absent = (asked: Asked, moment: Moment) => ({
  ...none(asked, moment),
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
  refuses: (given) => (words.fault('request')(given) === undefined ? undefined : fail(400, { detail: 'Bad request.' })),
  ask: (field) => {
    const plate = normal(field('license_plate'))
    return { key: plate, plate, vin: '' }
  },
  troubles: { ...commonTroubles, 'not-registered': 0.008, 'does-not-exist': 0.005, 'plate-changed': 0.005 },
  answers: {
    ...jsonRefusals({}),
    unauthorized: words.error('key refused'),
    natural: (asked, moment) =>
      answered(
        moment,
        data(asked, moment, {
          debts: owed(asked.plate, moment.year),
          violations: fines(asked.plate, moment),
          sanctions: environmental(asked.plate, moment),
        }),
      ),
    clean: (asked, moment) => answered(moment, none(asked, moment)),
    'one-debt': (asked, moment) => answered(moment, one(asked, moment)),
    'many-debts': (asked, moment) =>
      answered(
        moment,
        data(asked, moment, {
          debts: [0, 1, 2].map((n) => ({ year: String(moment.year - n), status: 'NO PAGADA' as const })),
          violations: Array.from({ length: 45 }, (_, n) => fine(moment.day - 8 - n * 17, asked.plate, 'many', n)),
          sanctions: [lateVerification(moment.day - 30, asked.plate)],
          late: true,
        }),
      ),
    'plate-changed': (asked, moment) =>
      answered(moment, absent(asked, moment), { message: `Placa anterior. Placa vigente: ${other(asked.plate)}` }),
    'not-registered': (asked, moment) =>
      answered(moment, absent(asked, moment), { message: 'La placa no se encuentra en el padrón' }),
    'does-not-exist': (_asked, moment) => answered(moment, null, { message: 'not found', status: 404 }),
    'other-plate': (asked, moment) => answered(moment, { ...one(asked, moment), license_plate: other(asked.plate) }),
    partial: (asked, moment) => answered(moment, { ...one(asked, moment), environmental_sanctions: null }),
    drift: (asked, moment) => {
      const { unpaid_traffic_violations, ...rest } = one(asked, moment)
      return answered(moment, { ...rest, traffic_violations: unpaid_traffic_violations })
    },
    twice: (asked, moment) => answered(moment, one(asked, moment)),
    paid: (asked, moment) =>
      answered(
        moment,
        data(asked, moment, {
          debts: [{ year: String(moment.year - 1), status: 'PAGADA' }],
          violations: partlyPaid(moment.day, asked.plate),
          sanctions: [],
          late: false,
        }),
      ),
    'unknown-field': (asked, moment) => withUnknownField(answered(moment, one(asked, moment)), `${list}.0`),
    'no-rows-key': (asked, moment) => without(answered(moment, one(asked, moment)), list),
    'ok-with-error': () =>
      ok({ message: 'Servicio no disponible', result: { data: null, error: 'source_unavailable', status: 503 } }),
    'sum-mismatch': (asked, moment) => answered(moment, { ...one(asked, moment), clean: true }),
  },
}
