// The letter of what expires: what is overdue and the next thirty days, and a workbook with all of it.
import { countOf } from '@padron/contract/count-of'
import { COUNTRIES } from '@padron/contract/countries'
import { NEXT_DAYS } from '@padron/contract/dashboard-rules'
import { dateOfDay, daysBetween } from '@padron/contract/days'
import { XLSX } from '@padron/contract/imports'
import { datedFileName } from '../../../files/dated-file-name.ts'
import { wallClock } from '../../../files/wall-clock.ts'
import { type Sheet, writeWorkbook } from '../../../files/xlsx/write/writer.ts'
import { catalogueAddress } from '../../../fleet/console-address.ts'
import { allDue, DUE_COLUMNS, dueRows, dueWithin, kindName, todayOf, type Within } from './due-dates.queries.ts'
import { readStanding, standingBlocks } from './freshness.ts'
import type { Asking, Body, BodyFile } from './report-context.ts'
import { isUnread, readUnread } from './unread.ts'
import { madeAt, number, tableOf } from './words.ts'

const OVERDUE_SHOWN = 20
const COMING_SHOWN = 50
const OVERDUE: Within = { to: -1 }
/** The days of the dashboards. */
const COMING: Within = { from: 0, to: NEXT_DAYS - 1 }

/** @param within which dates are its rows */
export const dueSheet = (asking: Asking, within: Within): Sheet => {
  const { country, timeZone } = asking.facts
  const today = todayOf(asking)
  async function* rows() {
    for await (const due of allDue(asking, within))
      yield [
        dateOfDay(due.dueOn),
        daysBetween(today, due.dueOn),
        due.plate,
        due.vin,
        due.stateName,
        kindName(due.kind, country),
        due.title,
        due.detail,
        due.amount,
        due.toldBy,
        wallClock(due.toldAt, timeZone),
      ]
  }
  return {
    name: 'Vencimientos',
    columns: [
      { title: 'Fecha', kind: 'day', width: 12 },
      { title: 'Días', kind: 'number', width: 8 },
      { title: 'Placa', kind: 'text', width: 12 },
      { title: 'VIN', kind: 'text', width: 21 },
      { title: COUNTRIES[country].state, kind: 'text', width: 20 },
      { title: 'Tipo de vencimiento', kind: 'text', width: 20 },
      { title: 'Qué', kind: 'text', width: 34 },
      { title: 'Detalle', kind: 'text', width: 34 },
      { title: `Importe (${COUNTRIES[country].currency})`, kind: 'money', width: 16 },
      { title: 'Según', kind: 'text', width: 24 },
      { title: 'Dato del', kind: 'moment', width: 17 },
    ],
    rows: rows(),
  }
}

const expiriesBook = (asking: Asking): BodyFile => ({
  name: datedFileName(asking.facts.companyName, asking.at, asking.facts.timeZone, asking.name),
  type: XLSX,
  write: async (into) => {
    await writeWorkbook(into, [dueSheet(asking, { to: COMING.to })])
    return undefined
  },
})

const countsText = (overdue: number, coming: number): string =>
  `${countOf(overdue, 'vencido', 'vencidos')} y ${countOf(coming, 'vence', 'vencen')} en los próximos ` +
  `${NEXT_DAYS} días.`

export const expiriesBody = async (asking: Asking): Promise<Body> => {
  const { facts, fleet, viewId, at } = asking
  const overdue = await dueWithin(asking, OVERDUE, OVERDUE_SHOWN)
  const coming = await dueWithin(asking, COMING, COMING_SHOWN)
  const standing = await readStanding(asking)
  const empty = overdue.total + coming.total === 0
  return {
    subject:
      empty && standing.incomplete > 0
        ? 'nada registrado'
        : `${countOf(overdue.total, 'vencido', 'vencidos')}, ${number(coming.total)} por vencer`,
    lines: [
      empty
        ? `No hay nada registrado que haya vencido o venza en los próximos ${NEXT_DAYS} días.`
        : countsText(overdue.total, coming.total),
      madeAt(at, facts.timeZone),
    ],
    blocks: [
      ...tableOf({ caption: 'Vencido', columns: DUE_COLUMNS, rows: dueRows(overdue.rows, asking) }, overdue.total),
      ...tableOf(
        { caption: `Próximos ${NEXT_DAYS} días`, columns: DUE_COLUMNS, rows: dueRows(coming.rows, asking) },
        coming.total,
      ),
      ...standingBlocks(standing, asking),
    ],
    file: expiriesBook(asking),
    vehicles: standing.vehicles,
    empty,
    unread: empty && isUnread(await readUnread(asking), standing.neverAsked),
    path: catalogueAddress(fleet.query, fleet.sort, viewId),
  }
}
