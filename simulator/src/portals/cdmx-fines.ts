// Mexico City's own page of fines, as it was in 2016 → type 9: one table per fine, all of them with the same id. The fines
// are those Apitude tells of. "Sin adeudos!" is the only sentence that clears.

import type { Moment } from '../clock.ts'
import { open } from '../credentials.ts'
import { escapeHtml, page } from '../html.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { htmlRefusals } from '../refusals.ts'
import { fine, fines, isOwed, partlyPaid, settledFines, speeding, type Violation } from './cdmx-rows.ts'

const title = 'Consulta ciudadana de infracciones'

const situation = (row: Violation): string =>
  isOwed(row) ? "<span class='nopagada'>No pagada</span>" : "<span class='pagada'>Pagada</span>"

type Table = { head?: string; extra?: string }

function table(row: Violation, { head = 'Situaci&oacute;n', extra = '' }: Table = {}): string {
  const units = Number.parseInt(row.amount, 10)
  return [
    `<table id='tablaDatos'><tr><th>Folio</th><th>Fecha de Infracci&oacute;n</th><th colspan='2'>${head}</th></tr>`,
    `<tr><td>${escapeHtml(row.invoice)}</td><td>${row.date}</td><td colspan='2'>${situation(row)}</td></tr>`,
    `<tr><td><b>Motivo:</b></td><td colspan='3'>${escapeHtml(row.reason)}</td></tr>`,
    "<tr><td><b>Fundamento:</b></td><td colspan='3'><b>Art&iacute;culo:</b> 30, <b>Fracci&oacute;n:</b> I, <b>Parrafo:</b> , <b>Inciso:</b> </td></tr>",
    `<tr><td><b>Sanci&oacute;n:</b></td><td colspan='3'><b>${units}</b> unidades de cuenta</td></tr>${extra}</table>`,
  ].join('')
}

const sheet = (plate: string, body: string): Answer =>
  ok(page(title, `<div id='busca_placa'>PLACA: <span class='titulo'>${escapeHtml(plate)}</span></div>${body}`))

const shown = (plate: string, rows: readonly Violation[], as?: Table): Answer =>
  sheet(plate, rows.length ? rows.map((row) => table(row, as)).join('') : '<p>Sin adeudos!</p>')

type Draw = (plate: string, moment: Moment) => Violation[]
const told =
  (draw: Draw) =>
  ({ plate }: Asked, moment: Moment): Answer =>
    shown(plate, settledFines(plate, draw(plate, moment)))

const one: Draw = (plate, { day }) => [speeding(day - 12, plate)]
const saying = (text: string): Answer => ok(page(title, `<p>${text}</p>`))

export const cdmxFines: Portal = {
  name: 'cdmx-infracciones',
  title: 'CDMX · Infracciones (portal)',
  country: 'MX',
  method: 'POST',
  path: '/cdmx/sma/Consultaciudadana',
  ledger: 'cdmx',
  allowed: open,
  ask: (field) => {
    const plate = normal(field('placa'))
    return plate ? { key: plate, plate, vin: '' } : fail(400, page(title, '<p>Capture la placa.</p>'))
  },
  troubles: { ...commonTroubles, 'not-registered': 0.008, 'plate-changed': 0.006 },
  answers: {
    ...htmlRefusals,
    natural: told(fines),
    clean: told(() => []),
    'one-debt': told(one),
    'many-debts': told((plate, { day }) =>
      Array.from({ length: 45 }, (_, n) => fine(day - 8 - n * 17, plate, 'many', n)),
    ),
    'plate-changed': ({ plate }) => saying(`Placa anterior. La placa vigente es ${escapeHtml(other(plate))}.`),
    'not-registered': () => saying('La placa no se encuentra en el padrón.'),
    'does-not-exist': () => saying('La placa no existe en el padrón.'),
    'other-plate': ({ plate }, moment) => shown(other(plate), one(plate, moment)),
    partial: ({ plate }, moment) =>
      sheet(
        plate,
        `${table(one(plate, moment)[0] ?? speeding(0, plate))}<p>Las fotocívicas no se pudieron consultar.</p>`,
      ),
    drift: ({ plate }, moment) => shown(plate, one(plate, moment), { head: 'Estatus' }),
    'ok-with-error': () => saying('El servicio no está disponible. Intente más tarde.'),
    paid: told((plate, { day }) => partlyPaid(day, plate)),
    'unknown-field': ({ plate }, moment) =>
      shown(plate, one(plate, moment), { extra: "<tr><td><b>Indicador nuevo:</b></td><td colspan='3'>S</td></tr>" }),
    'no-rows-key': ({ plate }) => sheet(plate, ''),
  },
}
