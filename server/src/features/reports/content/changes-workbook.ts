// The workbook of the changes report: every change, what expires this week, and the sources that gave no answer.
import { XLSX } from '@padron/contract/common'
import { COUNTRIES } from '@padron/contract/places/countries'
import { changeName } from '@padron/contract/resource-status'
import { statusText, typeName } from '@padron/contract/resources'
import { localText } from '@padron/contract/texts/local-text'
import { datedFileName } from '../../../files/dated-file-name.ts'
import { wallClock } from '../../../files/wall-clock.ts'
import { type Sheet, writeWorkbook } from '../../../files/xlsx/write/writer.ts'
import { allChanges, type ChangeRow } from './changes.queries.ts'
import type { Within } from './due-dates.queries.ts'
import { dueSheet } from './expiries.ts'
import type { ReportContext, ReportFile } from './report-context.ts'
import type { Unread } from './unread.ts'

const statusWord = (id: number | null): string | null => (id === null ? null : statusText(id))

const kindWord = ({ kind, first }: ChangeRow): string =>
  first
    ? kind === 'status'
      ? 'Estatus conocido en la primera consulta'
      : localText('Adeudo conocido en la primera consulta')
    : changeName(kind)

const changesSheet = (context: ReportContext): Sheet => {
  const { country, timeZone } = context.facts
  const { currency, state } = COUNTRIES[country]
  async function* rows() {
    for await (const row of allChanges(context))
      yield [
        wallClock(row.at, timeZone),
        row.plate,
        row.vin,
        row.stateName,
        kindWord(row),
        typeName(row.typeId, country),
        row.source,
        row.folio,
        row.description,
        row.before,
        row.after,
        statusWord(row.statusBefore),
        statusWord(row.statusAfter),
      ]
  }
  return {
    name: 'Cambios',
    columns: [
      { title: 'Cuándo', kind: 'moment', width: 17 },
      { title: 'Placa', kind: 'text', width: 12 },
      { title: 'VIN', kind: 'text', width: 21 },
      { title: state, kind: 'text', width: 20 },
      { title: 'Qué cambió', kind: 'text', width: 30 },
      { title: 'Tipo de consulta', kind: 'text', width: 22 },
      { title: 'Fuente', kind: 'text', width: 40 },
      { title: 'Folio', kind: 'text', width: 20 },
      { title: 'Descripción', kind: 'text', width: 40 },
      { title: `Antes (${currency})`, kind: 'money', width: 16 },
      { title: `Después (${currency})`, kind: 'money', width: 16 },
      { title: 'Estatus anterior', kind: 'text', width: 24 },
      { title: 'Estatus nuevo', kind: 'text', width: 24 },
    ],
    rows: rows(),
  }
}

const unreadSheet = (unread: readonly Unread[], { facts: { timeZone } }: ReportContext): Sheet => ({
  name: 'Fuentes no leídas',
  columns: [
    { title: 'Fuente', kind: 'text', width: 40 },
    { title: 'Portal', kind: 'text', width: 40 },
    { title: 'Cómo se consulta', kind: 'text', width: 18 },
    { title: 'Vehículos sin respuesta válida', kind: 'number', width: 16 },
    { title: 'De ellos, nunca', kind: 'number', width: 12 },
    { title: 'Vehículos sin consultar en el periodo', kind: 'number', width: 18 },
    { title: 'Dato más antiguo', kind: 'moment', width: 17 },
  ],
  rows: unread.map(({ resourceName, portalName, byMachine, without, never, before, oldest }) => [
    resourceName,
    portalName,
    byMachine ? 'Automática' : 'Captura manual',
    without,
    never,
    before,
    oldest ? wallClock(oldest, timeZone) : null,
  ]),
})

export const changesBook = (context: ReportContext, unread: readonly Unread[], due: Within): ReportFile => ({
  name: datedFileName(context.facts.companyName, context.at, context.facts.timeZone, context.name),
  type: XLSX,
  write: async (into) => {
    await writeWorkbook(into, [changesSheet(context), dueSheet(context, due), unreadSheet(unread, context)])
    return undefined
  },
})
