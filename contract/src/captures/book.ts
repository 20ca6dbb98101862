// The workbook of captures: one row for each vehicle and portal, with columns for every type that the portal may
// answer. It defines the columns, headings and cell values for the writer, the reader and the grid.
import { COUNTRIES, type Country } from '../places/countries.ts'
import { RESOURCE_TYPES } from '../resources.ts'
import type { WorkbookColumn } from '../template/workbook-columns.ts'
import { localText } from '../texts/local-text.ts'
import { PAY_WORDS, payLine } from '../texts/payment-labels.ts'
import { captureForm, captureStatusText } from './forms.ts'
import { clearStatus, isStatementType, owingStatus } from './statement.ts'

export const BOOK_SHEET = 'Capturas'
export const BOOK_NAME = 'Captura en bloque.xlsx'
/** Maximum of pairs of vehicle and portal; several debts of one type take additional rows. */
export const BOOK_STATEMENTS_AT_MOST = 5_000
export const BOOK_ROWS_AT_MOST = 10_000
/** Characters of a cell. */
export const BOOK_CELL_AT_MOST = 500
export const BOOK_BYTES = 10 * 1_048_576
export const PROOFS_ZIP_BYTES = 1_000 * 1_048_576
export const PROOFS_AT_MOST = 10_000
export const BATCH_UNDO_DAYS = 7
export const BATCH_RETENTION_DAYS = 7

export const DEBT_PARTS = ['folio', 'description', 'subTotal', 'discount', 'surcharge', 'total'] as const
export type DebtPart = (typeof DEBT_PARTS)[number]
const PART_NAMES: Readonly<Record<DebtPart, string>> = {
  folio: 'folio',
  description: 'concepto',
  subTotal: 'subtotal',
  discount: 'descuento',
  surcharge: 'recargo',
  total: 'total',
}
export const isAmountPart = (part: DebtPart): boolean => part !== 'folio' && part !== 'description'

/** Fields of a whole statement; several rows of one vehicle and portal must agree or be blank. */
export const SHARED_FIELDS = ['seenAt', 'rest', 'paymentLine', 'paymentLineDueDate', 'portalTotal', 'note'] as const
export const typeField = (typeId: number, part: DebtPart | 'status'): string => `t${typeId}.${part}`

export type BookColumn = WorkbookColumn & {
  /** Written by the product; a correction cannot change it. */
  fixed: boolean
  kind: 'text' | 'amount' | 'day'
  words: readonly string[]
}

const CLEAR = 'Sin adeudo'
const OWES = 'Con adeudo'
export const clearWord = (country: Country): string => localText(CLEAR, country)

/** The types of the country that a statement may have. */
export const bookTypes = (country: Country): { id: number; name: string }[] =>
  RESOURCE_TYPES.flatMap(({ id, names }) => {
    const name = (names as Partial<Record<Country, string>>)[country]
    return name !== undefined && isStatementType(id) ? [{ id, name }] : []
  })

/** The statuses by the words of a cell. */
export const statusWords = (typeId: number, country: Country): ReadonlyMap<string, number> => {
  const owing: number = owingStatus(typeId)
  const clear: number = clearStatus(typeId)
  const others = (captureForm(typeId)?.statuses ?? []).filter((status) => status !== owing && status !== clear)
  return new Map<string, number>([
    [localText(OWES, country), owing],
    [clearWord(country), clear],
    ...others.map((status): [string, number] => [captureStatusText(status), status]),
  ])
}

const plain = { required: false, fixed: false, kind: 'text', words: [], example: '', width: 16 } as const

const typeColumns = ({ id, name }: { id: number; name: string }, country: Country): BookColumn[] => [
  {
    ...plain,
    field: typeField(id, 'status'),
    heading: `${name}: resultado`,
    width: 18,
    note: localText(
      'Lo que dijo el portal. En blanco y sin adeudos: el portal no lo consultó, y no se guarda nada.',
      country,
    ),
    example: clearWord(country),
    list: 'result',
    words: [...statusWords(id, country).keys()],
  },
  ...DEBT_PARTS.map(
    (part): BookColumn => ({
      ...plain,
      field: typeField(id, part),
      heading: `${name}: ${PART_NAMES[part]}`,
      width: part === 'description' ? 28 : 14,
      kind: isAmountPart(part) ? 'amount' : 'text',
      note: localText(
        part === 'total'
          ? 'Lo que el portal cobra por este adeudo. En blanco: el portal no da importe.'
          : 'De un adeudo. Si tiene más del mismo tipo, repita la fila del vehículo.',
        country,
      ),
      example: isAmountPart(part) ? '1200.50' : '',
    }),
  ),
]

export const bookColumns = (country: Country): BookColumn[] => {
  const fixed = { ...plain, fixed: true }
  return [
    { ...fixed, field: 'plate', heading: 'Placa', required: true, width: 12, note: 'No la cambie.' },
    { ...fixed, field: 'vin', heading: 'VIN', width: 20, note: 'Del vehículo; no se lee.' },
    { ...fixed, field: 'state', heading: COUNTRIES[country].state, width: 18, note: 'Del vehículo; no se lee.' },
    { ...fixed, field: 'portal', heading: 'Portal', required: true, width: 30, note: 'No lo cambie.' },
    { ...fixed, field: 'link', heading: 'Dirección del portal', width: 36, note: 'Dónde consultar; no se lee.' },
    { ...fixed, field: 'inputs', heading: 'Datos que pide', width: 30, note: 'Lo que se escribe en el portal.' },
    {
      ...plain,
      field: 'seenAt',
      heading: 'Consultado el',
      required: true,
      kind: 'day',
      note: 'El día en que consultó el portal. Las filas sin nada escrito no se toman en cuenta.',
      example: '31/01/2026',
    },
    {
      ...plain,
      field: 'rest',
      heading: 'Los demás tipos',
      width: 18,
      note: localText(
        '«Sin adeudo» si el portal lo dijo de todos los tipos que deja en blanco. En blanco: no se guardan.',
        country,
      ),
      example: clearWord(country),
      list: 'rest',
      words: [clearWord(country)],
    },
    {
      ...plain,
      field: 'paymentLine',
      heading: PAY_WORDS[country].line,
      former: 'Línea de pago',
      width: 26,
      note: localText('Paga todos los adeudos de la fila.', country),
    },
    {
      ...plain,
      field: 'paymentLineDueDate',
      heading: `Vence la ${payLine(country)}`,
      former: 'Vence la línea de pago',
      kind: 'day',
      note: 'El último día para pagarla.',
      example: '31/01/2026',
    },
    {
      ...plain,
      field: 'portalTotal',
      heading: 'Total del portal',
      kind: 'amount',
      note: localText('El total que da el portal; se compara con la suma de los adeudos.', country),
      example: '1200.50',
    },
    ...bookTypes(country).flatMap((type) => typeColumns(type, country)),
    { ...plain, field: 'note', heading: 'Nota', width: 30, note: 'Lo que convenga recordar.' },
  ]
}

/** The columns that a person can correct. */
export const correctableColumns = (country: Country): BookColumn[] =>
  bookColumns(country).filter(({ fixed, field }) => !fixed || field === 'plate' || field === 'portal')
