// The PDF of one vehicle: who it is, what it owes, and of each chosen resource what its source said and when. A status nobody
// knows is told as such, and a payment line that is past its day is not offered.
import { assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import { money } from '@padron/contract/money'
import { type DebtRow, OUTCOMES, type ResourceResult } from '@padron/contract/resource-status'
import { statusTone } from '@padron/contract/resources'
import { fieldTitle, VEHICLE_FIELDS, type VehicleFieldName } from '@padron/contract/vehicle-fields'
import {
  facts,
  finish,
  newPdf,
  type Pdf,
  type PdfColumn,
  room,
  rule,
  signed,
  table,
  write,
} from '../../files/pdf-page.ts'
import type { ResourceRow } from '../resource-status/resource-status.queries.ts'
import type { CompanyFacts } from './fleet-rows.ts'
import { dayIn, debtCells, statusWords, UNKNOWN } from './report-cells.ts'

export type VehicleSheet = { row: VehicleRow; resources: readonly ResourceRow[]; facts: CompanyFacts; at: Date }

const NOTHING = '—'
const amount = (value: number | null, country: Country): string =>
  value === null ? UNKNOWN.toLowerCase() : money(value, country)
const moment = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(instant))
/** A day stays as the source gave it; an instant is told by the company's clock. */
const when = (text: string | null, timeZone: string): string =>
  text === null ? NOTHING : /^\d{4}-\d\d-\d\dT/.test(text) ? moment(text, timeZone) : text

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

const identity = ({ row, facts: { country } }: VehicleSheet): (readonly [string, string])[] => {
  return [
    ['VIN', row.vehicleAsset.vin],
    [COUNTRIES[country].state, row.state.stateName],
    ['Estatus', assetStatusText(row.assetHistoric.assetStatusId)],
    ...IDENTITY.flatMap((field): (readonly [string, string])[] => {
      const value = fieldValue(row, field)
      return value === null || value === undefined || value === '' ? [] : [[fieldTitle(field, country), String(value)]]
    }),
  ]
}

// biome-ignore format: a table to be read by columns
const columnsOf = (country: Country): readonly PdfColumn[] => [
  { title: 'Folio y concepto', width: 0.32 },
  { title: 'Fecha',            width: 0.14 },
  { title: 'Importe',          width: 0.135, right: true },
  { title: 'Descuento',        width: 0.135, right: true },
  { title: 'Recargo',          width: 0.135, right: true },
  { title: `Total ${COUNTRIES[country].currency}`, width: 0.135, right: true },
]

const debtLine = (
  { folio, description, dateTime, subTotal, discountsSum, surchargesSum, total }: DebtRow,
  { country, timeZone }: CompanyFacts,
) => [
  [folio, description].filter(Boolean).join(' · '),
  when(dateTime, timeZone),
  // The heading has the currency.
  ...[subTotal, discountsSum, surchargesSum, total].map((value) => amount(value, country).replace(/ [A-Z]{3}$/, '')),
]

const payment = (
  pdf: Pdf,
  { paymentLine, paymentLineDueDate: due }: ResourceResult,
  { timeZone }: CompanyFacts,
  at: Date,
): void => {
  if (!paymentLine) return
  const day = due === null ? null : when(due, timeZone).slice(0, 10)
  if (day !== null && day < dayIn(at.toISOString(), timeZone))
    write(pdf, `Línea de captura vencida el ${day}: vuelva a consultar la fuente para obtener otra.`, { muted: true })
  else
    write(pdf, `Línea de captura: ${paymentLine} (${day === null ? 'vigencia: no se sabe' : `vigente hasta ${day}`})`)
}

const result = (pdf: Pdf, found: ResourceResult, { facts: company, at }: VehicleSheet): void => {
  const rows = [...found.scrapedTickets, ...found.scrapedTenencias, ...found.scrapedRefrendo]
  if (rows.length > 0 || found.total) {
    write(pdf, `${found.name}: ${amount(found.total, company.country)}`)
    if (rows.length > 0)
      table(
        pdf,
        columnsOf(company.country),
        rows.map((row) => debtLine(row, company)),
      )
  }
  if (found.sumMismatch)
    write(pdf, 'La suma de la fuente no coincide con sus renglones; se muestra como la dio.', { muted: true })
  payment(pdf, found, company, at)
  for (const { label, value } of found.notes ?? []) write(pdf, `${label}: ${when(value, company.timeZone)}`)
}

const GOOD: readonly string[] = ['ok', 'partial']
const outcomeText = (outcome: string): string => OUTCOMES[outcome as keyof typeof OUTCOMES] ?? outcome

const neverText = ({ automatic, lastAt }: ResourceRow): string => {
  if (lastAt) return 'Sin una respuesta válida hasta ahora.'
  return automatic
    ? 'Aún no se ha consultado.'
    : 'Esta fuente no se consulta de forma automática: revísela en su portal.'
}

const resource = (pdf: Pdf, found: ResourceRow, sheet: VehicleSheet): void => {
  const { timeZone } = sheet.facts
  const { typeId, statusId, state, goodAt, lastAt, lastOutcome } = found
  room(pdf, 60)
  write(pdf, found.resourceName, { size: 12, bold: true })
  const freshness = state ? { resourceTypeId: typeId, state, at: goodAt } : null
  signed(pdf, state === 'unknown' ? 'unknown' : statusTone(statusId), statusWords(statusId, freshness, timeZone))
  const asked = goodAt ? `Consultado el ${moment(goodAt, timeZone)}.` : neverText(found)
  write(pdf, `Fuente: ${found.portalName}. ${asked}`, { muted: true })
  if (lastAt && lastOutcome && !GOOD.includes(lastOutcome))
    write(pdf, `Último intento, el ${moment(lastAt, timeZone)}: ${outcomeText(lastOutcome)}.`, { muted: true })
  for (const one of found.result ?? []) result(pdf, one, sheet)
  rule(pdf)
}

const debtText = ({ row, facts: { country } }: VehicleSheet): string => {
  const { amount: total, note } = debtCells(row, country)
  return total === null ? note || UNKNOWN : [money(total, country), note].filter(Boolean).join('; ')
}

/** @returns the document, ended: it is a stream to be read */
export const vehiclePdf = (sheet: VehicleSheet): Pdf => {
  const { row, resources, facts: company, at } = sheet
  const { plate } = row.vehicleAsset
  const pdf = newPdf(`Vehículo ${plate}`)
  write(pdf, `Padrón · ${company.companyName}`, { muted: true, gap: 6 })
  write(pdf, `Vehículo ${plate}`, { size: 18, bold: true, gap: 8 })
  facts(pdf, identity(sheet))
  facts(pdf, [['Adeudo total', debtText(sheet)]])
  rule(pdf)
  for (const found of resources) resource(pdf, found, sheet)
  if (resources.length === 0) write(pdf, 'Ninguno de los recursos elegidos corresponde a este vehículo.')
  write(
    pdf,
    '«No se sabe» y «Sin procesar» no significan que no haya adeudo: no hay una respuesta válida de la fuente.',
    { size: 8, muted: true },
  )
  finish(pdf, `${company.companyName} · ${plate} · Generado el ${moment(at.toISOString(), company.timeZone)}`)
  return pdf
}

/** In place of one that was deleted while the ZIP was made. */
export const missingPdf = (plate: string, { companyName }: CompanyFacts): Pdf => {
  const pdf = newPdf(`Vehículo ${plate}`)
  write(pdf, `Vehículo ${plate}`, { size: 18, bold: true, gap: 8 })
  write(pdf, 'Este vehículo se borró mientras se generaba el archivo.')
  finish(pdf, companyName)
  return pdf
}
