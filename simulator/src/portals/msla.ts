// MSLA IDV: theft reports by VIN (prosecutors and insurers) → type 4. Theftdate and Invetigationdate are spelt so.
// The answer names no VIN: nothing in it shows which vehicle it speaks of.

import { isoDay, type Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, type Portal } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import { isStolen, theftOf } from '../theft.ts'

let served = 0
const envelope = ({ now }: Moment) => ({
  traceId: `t-${String(++served).padStart(4, '0')}`,
  timestamp: now.toISOString(),
})
const refused = (code: string, message: string) => ({ code, message, data: null })

const noReport = ({ day }: Moment) => ({
  Status: 'SIN REPORTE DE ROBO',
  Entity: null,
  Update: isoDay(day),
  Theftdate: null,
  Invetigationdate: null,
  Recoveryentity: null,
  Recoverydate: null,
})

function report({ key }: Asked, moment: Moment, recovered: boolean) {
  const { stolen, entity } = theftOf(key, moment)
  return {
    Status: recovered ? 'REPORTE DE ROBO RECUPERADO' : 'REPORTE DE ROBO VIGENTE',
    Entity: entity,
    Update: isoDay(stolen + 2),
    Theftdate: isoDay(stolen),
    Invetigationdate: isoDay(stolen + 1),
    Recoveryentity: recovered ? entity : null,
    Recoverydate: recovered ? isoDay(stolen + 2) : null,
  }
}

const natural = (asked: Asked, moment: Moment): Answer =>
  ok({
    ...envelope(moment),
    data: isStolen(asked.key) ? report(asked, moment, false) : noReport(moment),
  })

const invalid = (moment: Moment): Answer => fail(400, { ...envelope(moment), ...refused('IDV-4005', 'Invalid VIN') })

export const msla: Portal = {
  name: 'msla',
  title: 'MSLA IDV · Reporte de robo',
  country: 'MX',
  method: 'POST',
  path: '/msla/check-vehicle-legal',
  allowed: holds('msla'),
  ask: (field, moment) => {
    const vin = normal(field('vin'))
    if (vin.length !== 17) return invalid(moment)
    return { key: vin, plate: '', vin }
  },
  troubles: { ...commonTroubles, conflict: 0.01, 'ok-with-error': 0.005 },
  answers: {
    ...jsonRefusals(refused('IDV-1001', 'Unauthorized')),
    natural,
    clean: (_asked, moment) => ok({ ...envelope(moment), data: noReport(moment) }),
    theft: (asked, moment) => ok({ ...envelope(moment), data: report(asked, moment, false) }),
    'theft-recovered': (asked, moment) => ok({ ...envelope(moment), data: report(asked, moment, true) }),
    conflict: (_asked, moment) => invalid(moment),
    drift: (_asked, moment) => {
      const { Status, ...rest } = noReport(moment)
      return ok({ ...envelope(moment), data: { Estatus: Status, ...rest } })
    },
    'unknown-field': (_asked, moment) => withUnknownField(ok({ ...envelope(moment), data: noReport(moment) }), 'data'),
    'no-rows-key': (_asked, moment) => without(ok({ ...envelope(moment), data: noReport(moment) }), 'data'),
    'ok-with-error': (_asked, moment) => ok({ ...envelope(moment), ...refused('IDV-3001', 'Source unavailable') }),
    'server-error': () => fail(500, refused('IDV-3001', 'Source unavailable')),
  },
}
