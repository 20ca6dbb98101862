// PlacApi: comparendos and multas by holder → types 1 and 13. One question answers for every plate of a NIT, as the public
// register knows them; a NIT it does not know owns nothing. The rows are SIMIT's own, in other words.

import { isoDay, type Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, commonTroubles, fail, ok, other, type Portal } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import { holderOf, platesOf } from '../register.ts'
import { without, withUnknownField } from '../shape.ts'
import { isPaid, naturalFines, oneFine, partlyPaid, type SimitRow, settledFines } from './simit-rows.ts'

const isoOf = (slashed: string | null): string | null => slashed?.slice(0, 10).split('/').reverse().join('-') ?? null

const rowOf = (row: SimitRow, { day }: Moment) => ({
  comparendoId: row.numeroComparendo,
  fecha: isoOf(row.fechaComparendo),
  organismo: row.organismoTransito,
  departamento: row.departamento,
  placa: row.placa,
  codigo: row.infracciones[0]?.codigoInfraccion ?? null,
  infraccion: row.infracciones[0]?.descripcionInfraccion ?? null,
  estado: isPaid(row) ? 'paid' : 'pending',
  valor: row.valor,
  numeroResolucion: row.numeroResolucion,
  fechaResolucion: isoOf(row.fechaResolucion),
  fechaNotificacion: isoOf(row.fechaNotificacion),
  fechaPago: isPaid(row) ? isoDay(day - 1) : null,
  organismoId: row.idOrganismoTransito,
  fotodeteccion: row.comparendoElectronico,
})
type Row = ReturnType<typeof rowOf>

function answered(holder: string, comparendos: readonly Row[], off = 0): Answer {
  const owed = comparendos.filter(({ estado }) => estado !== 'paid')
  return ok({
    data: {
      documentNumber: holder,
      nombreCompleto: platesOf(holder).length ? 'TRANSPORTES FICTICIOS SAS' : null,
      totalDeuda: owed.reduce((sum, { valor }) => sum + valor, 0) + off,
      comparendos,
    },
  })
}

type Draw = (plate: string, moment: Moment) => SimitRow[]

const rowsOf = (draw: Draw, plate: string, moment: Moment): Row[] =>
  settledFines(plate, draw(plate, moment), moment).map((row) => rowOf(row, moment))

/** The first plate of the holder, or somebody's where it has none: the faces need a row to show. */
const firstPlate = ({ holder = '' }: Asked): string => platesOf(holder)[0] ?? 'ABC123'

const natural = ({ holder = '' }: Asked, moment: Moment): Answer =>
  answered(
    holder,
    platesOf(holder).flatMap((plate) => rowsOf(naturalFines, plate, moment)),
  )
const first =
  (draw: Draw) =>
  (asked: Asked, moment: Moment): Answer =>
    answered(asked.holder ?? '', rowsOf(draw, firstPlate(asked), moment))

/** 45 rows over the holder's plates; every tenth is being paid by instalments. */
function many(asked: Asked, moment: Moment): Answer {
  const plates = platesOf(asked.holder ?? '')
  const rows = Array.from({ length: 45 }, (_, n) => {
    const plate = plates[n % (plates.length || 1)] ?? 'ABC123'
    const [row] = oneFine(plate, { ...moment, day: moment.day - n * 11 })
    return row ? { ...rowOf(row, moment), comparendoId: `${row.idOrganismoTransito}00009998${n}` } : []
  }).flat()
  const agreed = rows.map((row, n) => (n % 10 === 9 ? { ...row, estado: 'agreement' } : row))
  return answered(asked.holder ?? '', agreed)
}

export const placapi: Portal = {
  name: 'placapi',
  title: 'PlacApi · Comparendos por titular',
  country: 'CO',
  method: 'POST',
  path: '/placapi/api/comparendos',
  ledger: 'simit',
  allowed: holds('placapi'),
  ask: (field) => {
    const missing = ['docType', 'docNumber'].find((name) => !field(name))
    if (missing) return fail(400, { error: { code: 'MISSING_FIELD', message: `${missing} es obligatorio` } })
    const holder = field('docNumber')
    return { key: holderOf(holder), plate: '', vin: '', holder }
  },
  troubles: { ...commonTroubles, 'ok-with-error': 0.006, conflict: 0.004 },
  answers: {
    ...jsonRefusals({ error: { code: 'UNAUTHORIZED', message: 'API key inválida' } }),
    natural,
    clean: ({ holder = '' }) => answered(holder, []),
    'one-debt': first(oneFine),
    'many-debts': many,
    'other-plate': (asked, moment) => answered(other(asked.holder ?? ''), rowsOf(oneFine, firstPlate(asked), moment)),
    drift: (asked, moment) => {
      const answer = first(oneFine)(asked, moment)
      return withRenamed(answer)
    },
    'ok-with-error': () => ok({ data: null, error: { code: 'SOURCE_UNAVAILABLE', message: 'SIMIT no disponible' } }),
    'sum-mismatch': (asked, moment) => answered(asked.holder ?? '', rowsOf(oneFine, firstPlate(asked), moment), 50000),
    paid: first(partlyPaid),
    'unknown-field': (asked, moment) => withUnknownField(first(oneFine)(asked, moment), 'data.comparendos.0'),
    'no-rows-key': (asked, moment) => without(first(oneFine)(asked, moment), 'data.comparendos'),
  },
}

/** `valor` came to be called `monto`. */
function withRenamed(answer: Answer): Answer {
  const text = JSON.stringify(answer.body).replaceAll('"valor":', '"monto":')
  return { ...answer, body: JSON.parse(text) }
}
