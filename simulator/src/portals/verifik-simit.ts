// Verifik, Colombia: SIMIT by plate → fines (type 1) and comparendos (type 13). The triple value.value.data is real,
// and so is `multas` holding comparendos too: the row's flag tells. No debts is a 404, or sometimes empty lists.

import { chance } from '../chance.ts'
import { englishTime, type Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import {
  growingFine,
  isPaid,
  manyFines,
  naturalFines,
  oneFine,
  partlyPaid,
  type SimitRow,
  settledFines,
} from './simit-rows.ts'

const envelope = (data: unknown, moment: Moment): Answer =>
  ok({ value: { value: { data, signature: { dateTime: englishTime(moment), message: 'Certified by Verifik.co' } } } })

function account(multas: readonly SimitRow[]) {
  const owed = multas.filter((row) => !isPaid(row))
  return {
    multas,
    cursos: [],
    acuerdosPago: [],
    totalMultasPagar: owed.reduce((sum, row) => sum + row.valorPagar, 0),
    cantMultasPagar: owed.length,
    totalAcuerdosPagar: 0,
    cantAcuerdosPagar: 0,
  }
}

const answered = (rows: readonly SimitRow[], moment: Moment): Answer => envelope(account(rows), moment)
const noRecord = (): Answer => fail(404, { code: 'NotFound', message: 'Record not found.' })

/** @param empty how many in a hundred plates without debts get the 404 and not empty lists */
const told =
  (drawRows: (plate: string, moment: Moment) => SimitRow[], empty = 70) =>
  ({ plate }: Asked, moment: Moment): Answer => {
    const rows = settledFines(plate, drawRows(plate, moment), moment)
    return !rows.length && chance('simit-404', plate) * 100 < empty ? noRecord() : answered(rows, moment)
  }

const data = 'value.value.data'
const missing = (): Answer => fail(409, { code: 'MissingParameter', message: 'missing plate\n' })

export const verifikSimit: Portal = {
  name: 'verifik-simit',
  title: 'Verifik · SIMIT',
  country: 'CO',
  method: 'GET',
  path: '/verifik/v2/co/simit/consultar/placa',
  ledger: 'simit',
  allowed: holds('verifik'),
  ask: (field) => {
    const plate = normal(field('plate'))
    return plate ? { key: plate, plate, vin: '' } : missing()
  },
  troubles: { ...commonTroubles, conflict: 0.006, 'ok-with-error': 0.006, 'other-plate': 0.004 },
  answers: {
    ...jsonRefusals({ code: 'UnauthorizedAccess', message: 'invalid token' }),
    natural: told(naturalFines),
    clean: told(() => [], 100),
    'one-debt': told(oneFine),
    paid: told(partlyPaid),
    'unknown-field': (asked, moment) => withUnknownField(told(oneFine)(asked, moment), `${data}.multas.0`),
    'no-rows-key': (asked, moment) => without(told(oneFine)(asked, moment), `${data}.multas`),
    'many-debts': ({ plate }, moment) => answered(manyFines(plate, moment), moment),
    conflict: missing,
    'other-plate': ({ plate }, moment) => answered(oneFine(other(plate), moment), moment),
    partial: ({ plate }, moment) => envelope({ ...account(oneFine(plate, moment)), acuerdosPago: null }, moment),
    drift: ({ plate }, moment) => {
      const { multas, ...rest } = account(oneFine(plate, moment))
      return envelope({ ...rest, multasComparendos: multas }, moment)
    },
    'ok-with-error': () => ok({ value: { value: { data: null, error: 'source_unavailable' } } }),
    'sum-mismatch': ({ plate }, moment) => {
      const data = account(oneFine(plate, moment))
      return envelope({ ...data, totalMultasPagar: data.totalMultasPagar + 50000 }, moment)
    },
    growing: ({ plate }, moment) => answered(growingFine(plate, moment), moment),
  },
}
