// PlacApi: fines by plate and the owner's document → types 1 and 13. The rows are SIMIT's with other names; they
// contain neither the plate nor a resolution, so a multa and a comparendo look the same.
import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, ok, type Portal, type Query } from '../portal.ts'
import { isOfOther } from '../register.ts'
import { without, withUnknownField } from '../shape.ts'
import { documentIn, exampleOf, notTheOwner, placapiRefusals, placapiTroubles, plateIn } from './placapi-contract.ts'
import {
  applyLedgerToFines,
  isPaid,
  manyFines,
  naturalFines,
  oneFine,
  partlyPaid,
  type SimitRow,
} from './simit-rows.ts'

type Fine = {
  comparendoId: string
  fecha: string | null
  organismo: string
  infraccion: string | null
  codigo: string | null
  estado: 'pendiente' | 'acuerdo' | 'pagada'
  valor: number
}

const fineOf = (row: SimitRow): Fine => ({
  comparendoId: row.numeroComparendo,
  fecha: row.fechaComparendo.slice(0, 10).split('/').reverse().join('-'),
  organismo: row.organismoTransito,
  infraccion: row.infracciones[0]?.descripcionInfraccion ?? null,
  codigo: row.infracciones[0]?.codigoInfraccion ?? null,
  estado: isPaid(row) ? 'pagada' : 'pendiente',
  valor: Math.round(row.valor),
})

/** Above this amount the source's status is `danger`. */
const DANGER = 1_000_000

function answered(fines: readonly Fine[], { now }: Moment, off = 0): Answer {
  const owed = fines.filter(({ estado }) => estado !== 'pagada')
  const debt = owed.reduce((sum, { valor }) => sum + valor, 0)
  return ok({
    ...exampleOf('/multas'),
    status: owed.length === 0 ? 'ok' : debt > DANGER ? 'danger' : 'warn',
    data: {
      totalDeuda: debt + off,
      totalMultas: owed.length,
      multas: fines,
      acuerdosPago: fines.filter(({ estado }) => estado === 'acuerdo').length,
    },
    fetchedAt: now.toISOString(),
  })
}

type Draw = (plate: string, moment: Moment) => SimitRow[]
const finesOf = (draw: Draw, plate: string, moment: Moment): Fine[] =>
  applyLedgerToFines(plate, draw(plate, moment), moment).map(fineOf)
const drawn =
  (draw: Draw, off = 0) =>
  ({ plate }: Query, moment: Moment): Answer =>
    answered(finesOf(draw, plate, moment), moment, off)

/** 45 fines, of which every tenth is under a payment agreement. */
const many = ({ plate }: Query, moment: Moment): Answer =>
  answered(
    manyFines(plate, moment).map(
      (row, n) => ({ ...fineOf(row), ...(n % 10 === 9 ? { estado: 'acuerdo' } : {}) }) as Fine,
    ),
    moment,
  )

/** The answer with `valor` renamed to `monto`. */
function renamed(answer: Answer): Answer {
  const text = JSON.stringify(answer.body).replaceAll('"valor":', '"monto":')
  return { ...answer, body: JSON.parse(text) }
}

const one = drawn(oneFine)

export const placapi: Portal = {
  name: 'placapi',
  title: 'PlacApi · SIMIT por placa',
  country: 'CO',
  method: 'POST',
  path: '/placapi/multas',
  ledger: 'simit',
  allowed: holds('placapi'),
  ask: (field) => {
    const plate = plateIn(field)
    if (typeof plate !== 'string') return plate
    const holder = documentIn(field)
    return 'status' in holder ? holder : { key: plate, plate, vin: '', ...holder }
  },
  troubles: placapiTroubles,
  answers: {
    ...placapiRefusals,
    natural: (query, moment) =>
      isOfOther(query.plate, query.holderType ?? '', query.holder ?? '')
        ? notTheOwner()
        : drawn(naturalFines)(query, moment),
    clean: (_query, moment) => answered([], moment),
    'one-debt': one,
    'many-debts': many,
    drift: (query, moment) => renamed(one(query, moment)),
    'sum-mismatch': drawn(oneFine, 50_000),
    paid: drawn(partlyPaid),
    'unknown-field': (query, moment) => withUnknownField(one(query, moment), 'data.multas.0'),
    'no-rows-key': (query, moment) => without(one(query, moment), 'data.multas'),
  },
}
