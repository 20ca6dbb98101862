// SIMIT rows. A comparendo is at most 90 days old and has a discount at first; then it is a resolution, a multa with
// interest, and after a year in coactive collection. Shares of plates: comparendos 17 %, multas 24 %.
import { between, chance, cycle, digits, pick } from '../chance.ts'
import { isoDay, type Moment, slashDay, toDayNumber } from '../clock.ts'
import { applyLedger, type Rows } from '../recorded-debts.ts'
import { copIn, finesCo, transitBodies } from '../reference/fines-co.ts'

type Fine = (typeof finesCo)[number]
export type SimitRow = ReturnType<typeof row>

/** Discount in percent: from a camera fine's notice for 11 and 26 days, otherwise for 5 and 20 working days. */
function discount(age: number, camera: boolean): number {
  const since = camera ? age - noticeAfter : age
  if (since <= (camera ? 11 : 7)) return 50
  return since <= (camera ? 26 : 28) ? 25 : 0
}

const noticeAfter = 4
const resolvedAfter = 90

type Case = { plate: string; day: number; fine: Fine; serial: string; interest?: number; value?: number }

function row({ plate, day, fine, serial, interest, value }: Case, moment: Moment) {
  const body = pick(transitBodies, 'body', serial)
  const age = moment.day - day
  const comparendo = age < resolvedAfter
  const valor = value ?? copIn(Number(isoDay(day).slice(0, 4)), fine.cop2026)
  const percent = comparendo ? discount(age, fine.camera) : 0
  const off = (valor * percent) / 100
  const intereses = interest ?? (comparendo ? 0 : Math.round(valor * 0.02 * Math.floor((age - resolvedAfter) / 30)))
  const resolved = day + resolvedAfter
  const coactive = age > 365
  const numeroResolucion = comparendo ? null : `R999${digits(6, 'resolution', serial)}`
  return {
    infractor: {
      tipoDocumento: 'Cédula',
      numeroDocumento: '0000000000',
      nombre: 'PERSONA',
      apellido: 'FICTICIA',
      idTipoDocumento: 1,
    },
    valor,
    placa: plate,
    infracciones: [{ codigoInfraccion: fine.code, descripcionInfraccion: fine.text, valorInfraccion: valor }],
    proyeccion: [],
    comparendo,
    valorPagar: valor - off + intereses,
    porcentajeDescuentoIntereses: 0,
    porcentajeDescuentoCapital: percent,
    idDepartamento: body.departmentId,
    departamento: body.department,
    referenciaPago: null,
    estadoPago: null as string | null,
    idResolucion: comparendo ? null : Number(digits(6, 'resolution-id', serial)),
    numeroResolucion,
    organismoTransito: body.name,
    idOrganismoTransito: body.id,
    estadoCartera: coactive ? 'Cobro coactivo' : 'Pendiente de pago',
    idEstadoCartera: coactive ? 2 : 1,
    comparendosElectronicos: fine.camera,
    polca: false,
    valorIntereses: intereses,
    valorDescuentoIntereses: 0,
    valorDescuentoCapital: off,
    valorGestion: 0,
    fechaComparendo: `${slashDay(day)} 00:00:00`,
    fechaResolucion: comparendo ? null : `${slashDay(resolved)} 00:00:00`,
    numeroComparendo: `${body.id}0000999${digits(5, 'number', serial)}`,
    nroCoactivo: coactive ? `C999${digits(5, 'coactive', serial)}` : null,
    fechaCoactivo: coactive ? slashDay(day + 365) : null,
    consecutivoComparendo: 1,
    estadoComparendo: comparendo ? 'Pendiente' : 'Vigente',
    comparendoElectronico: fine.camera,
    poseeCurso: false,
    idEstadoComparendo: 1,
    valorDescuentoProntoPago: off,
    fechaNotificacion: age < noticeAfter ? null : slashDay(day + noticeAfter),
    renuencia: false,
  }
}

const drawn = (plate: string, day: number, serial: string): Case => ({
  plate,
  day,
  serial,
  fine: pick(finesCo, 'code', serial),
})

/** The rows of one kind in the plate's current cycle; each further row is older. */
function batch(plate: string, moment: Moment, kind: string, part: number, period: number, oldest: number): Case[] {
  const { index, day } = cycle(moment.day, period, kind, plate)
  if (chance(kind, plate, index) >= part) return []
  const length = between(1, kind === 'multa' ? 3 : 1, 'count', kind, plate, index)
  return Array.from({ length }, (_, n) => drawn(plate, day - oldest - n * 41, `${kind}${plate}${index}${n}`))
}

/** A row in the form in which the account lists it after its payment. */
const paidRow = (row: SimitRow): SimitRow => ({
  ...row,
  valorPagar: 0,
  valorIntereses: 0,
  estadoPago: 'PAGADO',
  estadoCartera: 'Pagado',
  idEstadoCartera: 9,
  estadoComparendo: 'Pagado',
})
export const isPaid = ({ estadoPago }: SimitRow): boolean => estadoPago === 'PAGADO'

const recordedRows = (plate: string, moment: Moment): Rows<SimitRow> => ({
  make: ({ id, day, cents }) => {
    const one = drawn(plate, day, `written${id}`)
    const made = row(cents === undefined ? one : { ...one, value: cents / 100 }, moment)
    return { ...made, numeroComparendo: folioOf(id, made.numeroComparendo) }
  },
  is: (row, id) => row.numeroComparendo === folioOf(id, row.numeroComparendo),
  pay: paidRow,
})

/** A recorded debt has its own number if that is a valid one; a name becomes part of the folio. */
const folioOf = (id: string, folio: string): string => (/^\d{6,}$/.test(id) ? id : `${folio.slice(0, 8)}${id}`)

/** The rows with the plate's recorded debts applied. */
export const applyLedgerToFines = (plate: string, rows: SimitRow[], moment: Moment): SimitRow[] =>
  applyLedger('simit', plate, rows, recordedRows(plate, moment))

export const naturalFines = (plate: string, moment: Moment): SimitRow[] =>
  [
    ...batch(plate, moment, 'comparendo', 0.17, resolvedAfter, 0),
    ...batch(plate, moment, 'multa', 0.24, 300, resolvedAfter),
  ].map((one) => row(one, moment))

const first = finesCo[0]

export const oneFine = (plate: string, moment: Moment): SimitRow[] => [
  row({ plate, day: moment.day - 6, fine: first, serial: `one${plate}` }, moment),
]

/** 45 rows, one every 22 days, comparendos first. */
export const manyFines = (plate: string, moment: Moment): SimitRow[] =>
  Array.from({ length: 45 }, (_, n) => row(drawn(plate, moment.day - 5 - n * 22, `many${plate}${n}`), moment))

export function growingFine(plate: string, moment: Moment): SimitRow[] {
  const day = toDayNumber(moment.year, 1, 1) - 200
  const value = copIn(Number(isoDay(day).slice(0, 4)), first.cop2026)
  const interest = Math.round(value * 0.01 * (moment.day - toDayNumber(moment.year, 1, 1) + 1))
  return [row({ plate, day, fine: first, serial: `growing${plate}`, interest }, moment)]
}

/** One unpaid and one paid fine. */
export const partlyPaid = (plate: string, moment: Moment): SimitRow[] => [
  ...oneFine(plate, moment),
  paidRow(row({ plate, day: moment.day - 40, fine: finesCo[3], serial: `paid${plate}` }, moment)),
]
