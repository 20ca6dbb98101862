// Verifik, Colombia: SIMIT by plate → fines (type 1) and comparendos (type 13). The triple value.value.data is real,
// and so is `multas` holding comparendos too: the row's flag tells. No debts is a 404, or sometimes empty lists.

import { chance } from '../chance.ts'
import { englishTime, type Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import { growingFine, manyFines, naturalFines, oneFine, type SimitRow } from './simit-rows.ts'

const envelope = (data: unknown, moment: Moment): Answer =>
  ok({ value: { value: { data, signature: { dateTime: englishTime(moment), message: 'Certified by Verifik.co' } } } })

function account(multas: readonly SimitRow[]) {
  return {
    multas,
    cursos: [],
    acuerdosPago: [],
    totalMultasPagar: multas.reduce((sum, row) => sum + row.valorPagar, 0),
    cantMultasPagar: multas.length,
    totalAcuerdosPagar: 0,
    cantAcuerdosPagar: 0,
  }
}

const answered = (rows: readonly SimitRow[], moment: Moment): Answer => envelope(account(rows), moment)
const noRecord = (): Answer => fail(404, { code: 'NotFound', message: 'Record not found.' })

function natural(asked: Asked, moment: Moment): Answer {
  const rows = naturalFines(asked.plate, moment)
  if (!rows.length && chance('simit-404', asked.plate) < 0.7) return noRecord()
  return answered(rows, moment)
}

const missing = (): Answer => fail(409, { code: 'MissingParameter', message: 'missing plate\n' })

export const verifikSimit: Portal = {
  name: 'verifik-simit',
  title: 'Verifik · SIMIT',
  country: 'CO',
  method: 'GET',
  path: '/verifik/v2/co/simit/consultar/placa',
  allowed: holds('verifik'),
  ask: (field) => {
    const plate = normal(field('plate'))
    return plate ? { key: plate, plate, vin: '' } : missing()
  },
  troubles: { ...commonTroubles, conflict: 0.006, 'ok-with-error': 0.006, 'other-plate': 0.004 },
  answers: {
    ...jsonRefusals({ code: 'UnauthorizedAccess', message: 'invalid token' }),
    natural,
    clean: noRecord,
    'one-debt': ({ plate }, moment) => answered(oneFine(plate, moment), moment),
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
