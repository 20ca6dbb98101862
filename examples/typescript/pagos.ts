// Marks as paid the debts of a file of payments: node pagos.ts pagos.csv resultado.csv [--ensayo]
// The result has each line of the file with its answer. What is marked already stays as it is: it may run again. With
// --ensayo it marks nothing. Exit code 0: all lines are well; 2: some are not; 1: it could not go on.
import { byColumn, cellsOf, columnOf, dayOf, openResult, parseTable, readText, type Table } from './archivo.ts'
import { type Padron, PadronError, type Row, run } from './padron.ts'

/** The names of a column, without accents, spaces and signs. */
const COLUMNS = {
  plate: 'placa placas matricula',
  customId: 'economico numeroeconomico numeconomico noeconomico identificador unidad',
  debt: 'adeudo idadeudo iddeladeudo iddeladeuda debtid',
  folio: 'folio clave folioadeudo comparendo numerocomparendo numerodecomparendoresolucion infraccion resolucion',
  amount: 'monto total totalmxn totalcop importe valor montopagado importepagado valorpagado',
  day: 'fecha fechapago fechadepago',
}
type Payment = Record<keyof typeof COLUMNS, string>

const OUTCOMES = [
  'pagada',
  'se marcaría',
  'ya estaba pagada',
  'no existe',
  'el monto no coincide',
  'rechazada',
] as const
type Outcome = (typeof OUTCOMES)[number]
const WELL: readonly Outcome[] = ['pagada', 'se marcaría', 'ya estaba pagada']
type Answer = { outcome: Outcome; detail: string; debtId?: string | undefined }

const AMOUNTS = [
  /^\d+([.,]\d{1,2})?$/,
  /^[1-9]\d{0,2}(?:,\d{3})+(\.\d{1,2})?$/,
  /^[1-9]\d{0,2}(?:\.\d{3})+(,\d{1,2})?$/,
]
/** `1,234.50`, `1.234,50`, `$1 234.5` or `1234` → cents; 0: it is no amount. */
const centsOf = (written: string): number => {
  const amount = written.replace(/^\$|\s/g, '')
  const found = AMOUNTS.map((form) => form.exec(amount)).find((match) => match !== null)
  if (!found || amount.length > 20) return 0
  const decimals = found[1] ?? ''
  const whole = amount.slice(0, amount.length - decimals.length).replace(/[.,]/g, '')
  return Number(whole) * 100 + Number(decimals.slice(1).padEnd(2, '0'))
}
const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const today = (): string => {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Why nothing is asked about a row; '' where it can be. */
const faultOf = ({ plate, customId, debt, folio, amount, day }: Payment): string => {
  if (plate === '' && customId === '') return 'falta la placa o el número económico'
  if (debt === '' && folio === '') return 'falta el folio'
  if (centsOf(amount) === 0) return amount === '' ? 'falta el monto' : 'el monto no es un importe'
  if (day === '') return ''
  const paidOn = dayOf(day)
  if (paidOn === undefined) return 'la fecha no es un día'
  return paidOn > today() ? 'la fecha todavía no llega' : ''
}

const normal = (text: unknown): string =>
  String(text ?? '')
    .trim()
    .replace(/\s+/g, ' ')
    .toUpperCase()

const DEBT_FIELDS = 'vehicleId,resourceId,debtKey,folio,status,total,markedPaidAt,endedAt'

/** Vehicles and debts are read once for all lines of a vehicle. */
const reader = (client: Padron) => {
  const debts = new Map<string, Promise<Row[]>>()
  const vehicleIds = new Map<string, Promise<Row[]>>()
  const once = (known: Map<string, Promise<Row[]>>, key: string, read: () => Promise<Row[]>): Promise<Row[]> => {
    const reading = known.get(key) ?? read()
    known.set(key, reading)
    return reading
  }
  return {
    vehicles: ({ plate, customId }: Payment) =>
      once(vehicleIds, `${plate}\n${customId}`, () =>
        client.rows('vehicles', { fields: 'id', ...(plate && { plate }), ...(customId && { customId }) }),
      ),
    debts: ({ id }: Row) =>
      once(debts, String(id), () => client.rows('debts', { fields: DEBT_FIELDS, vehicle_id: String(id) })),
  }
}

const isMarked = ({ markedPaidAt }: Row): boolean => markedPaidAt !== null
const centsOwed = ({ total }: Row): number | null => (total === null ? null : Math.round(Number(total) * 100))
const dateOf = (instant: unknown): string => String(instant).slice(0, 10)

const sameFolio = (debts: readonly Row[], written: string): Row[] => {
  const folio = normal(written)
  return debts.filter(
    ({ id, debtKey, folio: own }) => id === written || normal(debtKey) === folio || normal(own) === folio,
  )
}

/** Of debts that their sources no longer list, those of one folio. */
const answerOfEnded = (ended: readonly Row[]): Answer => {
  const paid = ended.find(({ status }) => status === 'paid')
  const [debt] = paid ? [paid] : ended
  if (!debt) return { outcome: 'no existe', detail: 'el vehículo no tiene un adeudo con ese folio' }
  const detail = `la fuente dejó de cobrarlo el ${dateOf(debt.endedAt)}`
  return { outcome: paid ? 'ya estaba pagada' : 'no existe', detail, debtId: String(debt.id) }
}

/** The debt to mark, or why there is none. Several sources may list one folio: then the amount says which it is. */
const chooseDebt = (found: readonly Row[], cents: number): { debt: Row } | Answer => {
  const open = found.filter(({ status }) => status === 'open')
  const [first] = open
  if (!first) return answerOfEnded(found)
  const exact = open.filter((debt) => centsOwed(debt) === cents)
  const candidates = open.length > 1 && exact.length > 0 ? exact : open
  const [debt = first] = candidates
  const debtId = candidates.length === 1 ? String(debt.id) : undefined
  if (candidates.every(isMarked))
    return { outcome: 'ya estaba pagada', detail: `se marcó el ${dateOf(debt.markedPaidAt)}`, debtId }
  const amounts = candidates.map(centsOwed)
  if (amounts.every((owed) => owed !== null && owed !== cents)) {
    const owed = amounts.map((amount) => money(amount ?? 0)).join(' o ')
    return { outcome: 'el monto no coincide', detail: `se deben ${owed}`, debtId }
  }
  const ids = candidates.map(({ id }) => id).join(', ')
  return debtId
    ? { debt }
    : { outcome: 'rechazada', detail: `varios adeudos tienen ese folio: escriba como folio el id de uno (${ids})` }
}

type Work = { client: Padron; read: ReturnType<typeof reader>; table: Table; isRehearsal: boolean }

const pay = async ({ client, read, isRehearsal }: Work, payment: Payment): Promise<Answer> => {
  const vehicles = await read.vehicles(payment)
  if (vehicles.length === 0) return { outcome: 'no existe', detail: 'no hay un vehículo así' }
  const debts: Row[] = []
  for (const vehicle of vehicles) debts.push(...(await read.debts(vehicle)))
  const chosen = chooseDebt(sameFolio(debts, payment.debt || payment.folio), centsOf(payment.amount))
  if (!('debt' in chosen)) return chosen
  const { id, vehicleId, resourceId, debtKey, total } = chosen.debt
  if (!isRehearsal) await client.post(`/sapy/v2/${vehicleId}/paid`, { resourceId, debtKey, paid: true })
  chosen.debt.markedPaidAt = new Date().toISOString()
  const detail = total === null ? 'la fuente no da su monto' : ''
  return { outcome: isRehearsal ? 'se marcaría' : 'pagada', detail, debtId: String(id) }
}

/** The API says no of this line alone: the next may be well. */
const isOfLine = (error: unknown): error is PadronError =>
  error instanceof PadronError && [400, 404, 409, 422].includes(error.status)

const answerLine = async (work: Work, row: readonly string[]): Promise<Answer> => {
  const { header } = work.table
  if (row.length > header.length) return { outcome: 'rechazada', detail: 'tiene más celdas que el encabezado' }
  const cells = header.map((heading, i) => [heading, row[i] ?? ''] as const)
  const payment = byColumn(cells, COLUMNS)
  const fault = faultOf(payment)
  if (fault) return { outcome: 'rechazada', detail: fault }
  try {
    return await pay(work, payment)
  } catch (error) {
    if (isOfLine(error)) return { outcome: 'rechazada', detail: error.message.replace(/\s*\n\s*/g, ' ') }
    throw error
  }
}

const readPayments = (file: string): Table => {
  const table = parseTable(readText(file))
  const columns = table.header.map((heading) => columnOf(heading, COLUMNS))
  if (!columns.includes('plate') && !columns.includes('customId')) throw new Error('Falta la columna placa o económico')
  if (!columns.includes('folio') && !columns.includes('debt')) throw new Error('Falta la columna folio')
  if (!columns.includes('amount')) throw new Error('Falta la columna monto')
  return table
}

await run(async (client) => {
  const [file, resultFile, option] = process.argv.slice(2)
  if (!file || !resultFile || (option && option !== '--ensayo'))
    throw new Error('Uso: node pagos.ts pagos.csv resultado.csv [--ensayo]')
  const table = readPayments(file)
  const work = { client, read: reader(client), table, isRehearsal: option === '--ensayo' }
  const outcomes: Outcome[] = []
  const result = openResult(resultFile, file)
  try {
    result.mark()
    result.row([...table.header, 'resultado', 'detalle', 'adeudo'], table.separator)
    for (const row of table.rows) {
      const { outcome, detail, debtId = '' } = await answerLine(work, row)
      result.row([...cellsOf(table, row), outcome, detail, debtId], table.separator)
      outcomes.push(outcome)
    }
  } finally {
    result.close()
  }
  const counts = OUTCOMES.map((name) => ({ name, count: outcomes.filter((outcome) => outcome === name).length }))
  const counted = counts.flatMap(({ name, count }) => (count > 0 ? `${name}: ${count}` : []))
  process.stdout.write(`${counted.join(', ') || 'ningún pago'}\n`)
  return outcomes.every((outcome) => WELL.includes(outcome)) ? 0 : 2
})
