// Verifik, Colombia: SIMIT by plate → fines (type 1) and comparendos (type 13), in the form of the provider's document:
// numbers are text, `multas` contains comparendos too (the row's flag decides), `totalMultas` is pesos and
// `totalMultasPagar` a count.
import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, commonTroubles, normal, other, type Portal, type Query } from '../portal.ts'
import { without, withUnknownField } from '../shape.ts'
import {
  applyLedgerToFines,
  growingFine,
  isPaid,
  manyFines,
  naturalFines,
  oneFine,
  partlyPaid,
  type SimitRow,
} from './simit-rows.ts'
import { noRecord, signed, signedAsBefore, verifik, verifikRefusals } from './verifik.ts'

const CALL = 'SIMIT by plate'
const emptyAccount = verifik.example(CALL, 'nothing owed', 'data')
const exampleRow = verifik.example(CALL, 'one resolution', 'data.multas.0')

const text = (value: number): string => String(value)
/** Interest has decimals, whereas `valorPagar` is in whole pesos. */
const interest = (value: number): string => (value > 0 ? `${value - 1}.8150000001` : '0')

/** A row with the documented fields. */
const documented = (row: SimitRow) => ({
  ...exampleRow,
  placa: row.placa,
  numeroComparendo: row.numeroComparendo,
  comparendo: row.comparendo,
  comparendoElectronico: row.comparendoElectronico,
  comparendosElectronicos: row.comparendosElectronicos ? 'S' : 'N',
  numeroResolucion: row.numeroResolucion,
  idResolucion: row.idResolucion === null ? null : text(row.idResolucion),
  fechaComparendo: row.fechaComparendo,
  fechaResolucion: row.fechaResolucion,
  fechaNotificacion: row.fechaNotificacion,
  estadoCartera: row.estadoCartera,
  idEstadoCartera: text(row.idEstadoCartera),
  estadoComparendo: row.estadoComparendo,
  estadoPago: row.estadoPago,
  organismoTransito: row.organismoTransito,
  idOrganismoTransito: row.idOrganismoTransito,
  departamento: row.departamento,
  infracciones: row.infracciones.map((fine) => ({ ...fine, valorInfraccion: text(fine.valorInfraccion) })),
  valor: text(row.valor),
  valorIntereses: interest(row.valorIntereses),
  valorDescuentoCapital: text(row.valorDescuentoCapital),
  valorPagar: text(row.valorPagar),
  proyeccion: [],
  nroCoactivo: row.nroCoactivo,
  fechaCoactivo: row.fechaCoactivo,
  infractor: row.infractor,
})

/** @param off error of the source's total */
function account(plate: string, rows: readonly SimitRow[], off = 0) {
  const owed = rows.filter((row) => !isPaid(row))
  const total = text(owed.reduce((sum, { valorPagar }) => sum + valorPagar, 0) + off)
  return {
    ...emptyAccount,
    plate,
    multas: rows.map(documented),
    totalGeneral: total,
    totalMultas: total,
    totalMultasPagar: text(owed.length),
  }
}

type Draw = (plate: string, moment: Moment) => SimitRow[]
type Wrap = typeof signed

const answerFrom =
  (draw: Draw, wrap: Wrap = signed) =>
  ({ plate }: Query, moment: Moment): Answer =>
    wrap(account(plate, applyLedgerToFines(plate, draw(plate, moment), moment)), moment)

export const verifikSimit: Portal = {
  name: 'verifik-simit',
  title: 'Verifik · SIMIT',
  country: 'CO',
  method: 'GET',
  path: '/verifik/v2/co/simit/consultar/placa',
  ledger: 'simit',
  allowed: holds('verifik'),
  refuses: verifik.refuses(CALL, 'missing parameter'),
  ask: (field) => {
    const plate = normal(field('plate'))
    return { key: plate, plate, vin: '' }
  },
  troubles: { ...commonTroubles, 'does-not-exist': 0.006, 'out-of-service': 0.006, 'other-plate': 0.004 },
  answers: {
    ...verifikRefusals,
    natural: answerFrom(naturalFines),
    clean: answerFrom(() => []),
    'one-debt': answerFrom(oneFine),
    'older-form': answerFrom(oneFine, signedAsBefore),
    paid: answerFrom(partlyPaid),
    'does-not-exist': noRecord,
    'not-registered': noRecord,
    'unknown-field': (query, moment) => withUnknownField(answerFrom(oneFine)(query, moment), 'data.multas.0'),
    'no-rows-key': (query, moment) => without(answerFrom(oneFine)(query, moment), 'data.multas'),
    'many-debts': answerFrom(manyFines),
    'other-plate': ({ plate }, moment) => signed(account(plate, oneFine(other(plate), moment)), moment),
    partial: ({ plate }, moment) => signed({ ...account(plate, oneFine(plate, moment)), acuerdosPago: null }, moment),
    drift: ({ plate }, moment) => {
      const { multas, ...rest } = account(plate, oneFine(plate, moment))
      return signed({ ...rest, multasComparendos: multas }, moment)
    },
    'sum-mismatch': ({ plate }, moment) => signed(account(plate, oneFine(plate, moment), 50000), moment),
    growing: answerFrom(growingFine),
  },
}
