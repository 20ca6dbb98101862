// The content of one vehicle's PDF: all its texts, without the layout. Unknown statuses and sums are shown as unknown.
// Pure.
import { assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { money } from '@padron/contract/money'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { OBLIGATION_KINDS } from '@padron/contract/rules/obligation-kinds'
import { countOf } from '@padron/contract/texts/count-of'
import { numericMoment } from '@padron/contract/texts/day-texts'
import { localText } from '@padron/contract/texts/local-text'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { fieldTitle, VEHICLE_FIELDS, type VehicleFieldName } from '@padron/contract/vehicles/fields'
import type { CompanyFacts } from '../company.ts'
import { debtCells, UNKNOWN } from '../workbook/cells.ts'
import { moment, NOTHING, short } from './pdf-texts.ts'
import type { SheetDocument, SheetExpiry, SheetRows } from './sheet.queries.ts'
import { type SourcePart, sourcePart } from './source.ts'
import { type SheetState, sheetStates, worstFirst } from './states.ts'

const ROWS_AT_MOST = 12
const NAME_AT_MOST = 120
const COMPANY_AT_MOST = 60
const PLATE_AT_MOST = 10
export const LOGO = 'logo'

export type SheetOptions = {
  /** Undefined: all. */
  resources: ReadonlySet<number> | undefined
  facts: CompanyFacts
  at: Date
  hasLogo: boolean
  /** Paths of evidence → names of the pictures drawn from them. */
  pictures: ReadonlyMap<string, string>
}
type Short = readonly (readonly [string, string, string])[]
export type VehicleSheet = {
  title: string
  kind: string
  plate: string
  subtitle: string
  company: string
  logo: string | null
  logoAlt: string
  made: string
  foot: string
  facts: readonly (readonly [string, string])[]
  debt: { known: boolean; total: string; note: string }
  states: readonly SheetState[]
  sources: readonly SourcePart[]
  none: string
  expiries: Short
  moreExpiries: string
  documents: Short
  moreDocuments: string
  meaning: string
}

const IDENTITY: readonly VehicleFieldName[] = [
  'customId',
  'rfcName',
  'taxIdentifier',
  'lessorName',
  'brandName',
  'modelName',
  'year',
  'version',
  'vehicleColor',
  'engineNumber',
  'ownerName',
]

const fieldValue = (row: VehicleRow, field: VehicleFieldName): unknown => {
  const found = VEHICLE_FIELDS.find((each) => each.field === field)
  return found && (row[found.group] as Record<string, unknown>)[field]
}

const identity = (row: VehicleRow, country: Country): (readonly [string, string])[] => [
  ['VIN', row.vehicleAsset.vin],
  [COUNTRIES[country].state, row.state.stateName],
  ['Estatus', assetStatusText(row.assetHistoric.assetStatusId)],
  ...IDENTITY.flatMap((field): (readonly [string, string])[] => {
    const value = fieldValue(row, field)
    return value === null || value === undefined || value === '' ? [] : [[fieldTitle(field, country), String(value)]]
  }),
]

const subtitle = ({ brand, model, state }: VehicleRow): string => {
  const made = [brand.brandName, model.modelName, model.year].filter(Boolean).join(' ')
  return [made, state.stateName].filter(Boolean).join(' · ')
}

const debtOf = (row: VehicleRow, country: Country) => {
  const { amount: total, note } = debtCells(row, country)
  if (total !== null) return { known: true, total: money(total, country), note }
  const rest = note.split('; ').filter((part) => part !== UNKNOWN)
  return { known: false, total: UNKNOWN, note: rest.join('; ') }
}

/** A payment line is identified by its number, what it covers and its amount. */
const expiryRow = ({ kind, dueOn, title, detail, amount }: SheetExpiry, country: Country) => {
  const paid = kind === 'payment'
  const word = paid ? PAY_WORDS[country].line : (OBLIGATION_KINDS.find((one) => one.kind === kind)?.[country] ?? title)
  const what = paid ? title.replace(/^(?:Línea|Referencia) de (?:pago|captura) /, '') : title
  const much = amount === null ? (paid ? 'sin importe' : '') : money(amount, country)
  return [word, short([what, detail, much].filter(Boolean).join(' · '), 2 * NAME_AT_MOST), dueOn] as const
}
const documentRow = ({ type, name, expiresOn }: SheetDocument) =>
  [short(type, NAME_AT_MOST), short(name, NAME_AT_MOST), expiresOn ?? NOTHING] as const

const more = (all: readonly unknown[]): string =>
  all.length > ROWS_AT_MOST ? `Y ${countOf(all.length - ROWS_AT_MOST, 'más', 'más')} en la consola.` : ''

const MEANING =
  '«Sin dato» y «Sin procesar» no significan que no haya adeudo: no hay una respuesta válida de la fuente. Un ' +
  'dato antiguo ya pasó de su vigencia; su fecha dice de cuándo es.'

export const vehicleSheet = (rows: SheetRows, options: SheetOptions): VehicleSheet => {
  const { row, sources, expiries, documents = [] } = rows
  const { resources, facts, at, hasLogo, pictures } = options
  const { country, timeZone } = facts
  const companyName = short(facts.companyName, COMPANY_AT_MOST)
  const plate = short(row.vehicleAsset.plate, PLATE_AT_MOST)
  const made = `Generado el ${numericMoment(moment(at.toISOString(), timeZone))}`
  const chosen = sources.filter(({ resourceId }) => resources?.has(resourceId) ?? true)
  return {
    title: `Vehículo ${plate}`,
    kind: 'Vehículo',
    plate,
    subtitle: subtitle(row),
    company: companyName,
    logo: hasLogo ? LOGO : null,
    logoAlt: `Logotipo de ${companyName}`,
    made,
    foot: `${companyName} · ${plate} · ${made}`,
    facts: identity(row, country),
    debt: debtOf(row, country),
    states: sheetStates(sources, country, timeZone),
    sources: worstFirst(chosen).map((found) => sourcePart(found, facts, at, pictures)),
    none: chosen.length === 0 ? 'Ninguno de los recursos elegidos corresponde a este vehículo.' : '',
    expiries: expiries.slice(0, ROWS_AT_MOST).map((one) => expiryRow(one, country)),
    moreExpiries: more(expiries),
    documents: documents.slice(0, ROWS_AT_MOST).map(documentRow),
    moreDocuments: more(documents),
    meaning: localText(MEANING, country),
  }
}
