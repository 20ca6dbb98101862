// The table of due dates, for the screen's workbook and the reports': one row each, in the given order.
import { dateOfDay, daysBetween } from '@padron/contract/days'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { OBLIGATION_KINDS } from '@padron/contract/rules/obligation-kinds'
import { wallClock } from '../../files/wall-clock.ts'
import type { Sheet } from '../../files/xlsx/write/writer.ts'

export const EXPIRIES = 'Vencimientos'

export type ExpiryRow = {
  kind: string
  dueOn: string
  plate: string
  vin: string
  stateName: string
  title: string
  detail: string | null
  amount: number | null
  source: string
  sourceAt: string
  /** Undefined: the table has no columns for them. */
  owner?: { customId: string | null; holder: string | null }
}

type Scope = { country: Country; timeZone: string; today: string; withOwner: boolean }

export const expiriesSheet = (
  { country, timeZone, today, withOwner }: Scope,
  rows: AsyncIterable<ExpiryRow>,
): Sheet => {
  async function* cells() {
    for await (const due of rows)
      yield [
        dateOfDay(due.dueOn),
        daysBetween(today, due.dueOn),
        due.plate,
        due.vin,
        ...(withOwner ? [due.owner?.customId ?? null, due.owner?.holder ?? null] : []),
        due.stateName,
        OBLIGATION_KINDS.find(({ kind }) => kind === due.kind)?.[country] ?? due.kind,
        due.title,
        due.detail,
        due.amount,
        due.source,
        wallClock(due.sourceAt, timeZone),
      ]
  }
  return {
    name: EXPIRIES,
    columns: [
      { title: 'Fecha', kind: 'day', width: 12 },
      { title: 'Días', kind: 'number', width: 8 },
      { title: 'Placa', kind: 'text', width: 12 },
      { title: 'VIN', kind: 'text', width: 21 },
      ...(withOwner
        ? [
            { title: 'Identificador', kind: 'text' as const, width: 16 },
            { title: 'Razón social', kind: 'text' as const, width: 34 },
          ]
        : []),
      { title: COUNTRIES[country].state, kind: 'text', width: 20 },
      { title: 'Tipo de vencimiento', kind: 'text', width: 20 },
      { title: 'Qué', kind: 'text', width: 34 },
      { title: 'Detalle', kind: 'text', width: 34 },
      { title: `Importe (${COUNTRIES[country].currency})`, kind: 'money', width: 16 },
      { title: 'Según', kind: 'text', width: 24 },
      { title: 'Dato del', kind: 'moment', width: 17 },
    ],
    rows: cells(),
  }
}
