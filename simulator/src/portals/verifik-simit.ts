// Verifik, Colombia: SIMIT by plate → fines (type 1) and comparendos (type 13), in the shape of the provider's
// document: every number is text, `multas` holds comparendos too (the row's flag tells), `totalMultas` is pesos and
// `totalMultasPagar` a count.

import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, commonTroubles, normal, other, type Portal } from '../portal.ts'
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
import { noRecord, signed, signedAsBefore, verifik, verifikRefusals } from './verifik.ts'

const CALL = 'SIMIT by plate'
const emptyAccount = verifik.example(CALL, 'nothing owed', 'data')
const exampleRow = verifik.example(CALL, 'one resolution', 'data.multas.0')

const text = (value: number): string => String(value)
/** Interest comes with decimals that `valorPagar`, in whole pesos, does not have. */
const interest = (value: number): string => (value > 0 ? `${value - 1}.8150000001` : '0')

/** A row with the fields of the documented one. */
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

/** @param off what the source's total is wrong by */
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

const told =
  (draw: Draw, wrap: Wrap = signed) =>
  ({ plate }: Asked, moment: Moment): Answer =>
    wrap(account(plate, settledFines(plate, draw(plate, moment), moment)), moment)

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
    natural: told(naturalFines),
    clean: told(() => []),
    'one-debt': told(oneFine),
    'older-form': told(oneFine, signedAsBefore),
    paid: told(partlyPaid),
    'does-not-exist': noRecord,
    'not-registered': noRecord,
    'unknown-field': (asked, moment) => withUnknownField(told(oneFine)(asked, moment), 'data.multas.0'),
    'no-rows-key': (asked, moment) => without(told(oneFine)(asked, moment), 'data.multas'),
    'many-debts': told(manyFines),
    'other-plate': ({ plate }, moment) => signed(account(plate, oneFine(other(plate), moment)), moment),
    partial: ({ plate }, moment) => signed({ ...account(plate, oneFine(plate, moment)), acuerdosPago: null }, moment),
    drift: ({ plate }, moment) => {
      const { multas, ...rest } = account(plate, oneFine(plate, moment))
      return signed({ ...rest, multasComparendos: multas }, moment)
    },
    'sum-mismatch': ({ plate }, moment) => signed(account(plate, oneFine(plate, moment), 50000), moment),
    growing: told(growingFine),
  },
}
