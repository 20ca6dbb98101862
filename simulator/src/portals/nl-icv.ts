// Nuevo León ICV: an ASP.NET form and a statement in HTML → types 0, 8, 1 and 6, told apart by the concept alone.
// Two steps: GET gives the tokens, POST wants both back. lblVigencia and the receipt link are our additions.

import type { FastifyInstance } from 'fastify'
import { hash } from '../chance.ts'
import { type Moment, momentAt, slashDay } from '../clock.ts'
import { open } from '../credentials.ts'
import { paymentLine } from '../debts-mx.ts'
import { deliver } from '../deliver.ts'
import { count, type Desk, field, openPortal } from '../desk.ts'
import { escapeHtml, page } from '../html.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { htmlRefusals } from '../refusals.ts'
import { factsOfPlate } from '../vehicle-facts.ts'
import { growingRows, manyRows, naturalRows, oneRow, type Row, settledRows, singleRow } from './nl-rows.ts'

const title = 'Instituto de Control Vehicular de Nuevo León'

const pesos = (cents: number): string =>
  `$${Math.floor(cents / 100).toLocaleString('en-US')}.${String(cents % 100).padStart(2, '0')}`

type Sheet = {
  rows: readonly Row[]
  plate?: string
  off?: number
  expired?: boolean
  totalId?: string
  notice?: string
  /** The table of debts is not on the page. */
  bare?: boolean
  /** A column that was not there before. */
  wide?: boolean
}

const table = (rows: readonly Row[], wide = false): string => {
  const cells = rows.map(
    ({ concept, year, cents }) =>
      `<tr><td>${escapeHtml(concept)}</td><td>${year}</td><td>${pesos(cents)}</td>${wide ? '<td>S</td>' : ''}</tr>`,
  )
  const head = `<th>Concepto</th><th>A&ntilde;o</th><th>Importe</th>${wide ? '<th>Indicador nuevo</th>' : ''}`
  return `<table id='gvDetalle'><tr>${head}</tr>${cells.join('')}</table>`
}

/** What was paid lately stands in a table of its own. */
const payments = (rows: readonly Row[]): string => {
  const cells = rows.map(
    ({ concept, year, cents }) => `<li>${escapeHtml(concept)} · ${year} · ${pesos(cents)} · PAGADO</li>`,
  )
  return rows.length ? `<ul id='lstPagados'>${cells.join('')}</ul>` : ''
}

function sheet({ plate }: Asked, moment: Moment, { rows: all, off = 0, totalId = 'lblTotal', ...show }: Sheet): Answer {
  const facts = factsOfPlate(plate, moment.year)
  const settledNow = settledRows(plate, [...all])
  const rows = settledNow.filter(({ paid }) => !paid)
  const total = rows.reduce((sum, row) => sum + row.cents, 0)
  const { line, expires } = paymentLine(plate, moment, show.expired)
  const shown = escapeHtml(show.plate ?? plate)
  return ok(
    page(
      title,
      [
        `<span id='lblPlaca'>${shown}</span><span id='lblTipo'>${facts.class}</span><span id='lblModelo'>${facts.year}</span>`,
        show.bare ? '' : table(rows, show.wide),
        payments(settledNow.filter(({ paid }) => paid)),
        `<span id='${totalId}'>${pesos(total + off)}</span><span id='lblReferencia'>${rows.length ? line : ''}</span>`,
        rows.length ? `<span id='lblVigencia'>${slashDay(expires)}</span>` : show.notice ? '' : '<p>Sin adeudos</p>',
        show.notice ? `<p id='lblAviso'>${show.notice}</p>` : '',
        `<a id='lnkComprobante' href='/comprobante/nl-icv/${shown}'>Comprobante de consulta</a>`,
      ].join(''),
    ),
  )
}

const saying = (id: string, text: string): Answer => ok(page(title, `<span id='${id}'>${text}</span>`))
const notRegistered = (): Answer => saying('lblMensaje', 'La placa no se encuentra en el padrón vehicular.')

/** Both tokens of the form, as the page gives them. */
export const formState = () => {
  const state = Buffer.from(`padron-${Date.now()}`).toString('base64')
  return { __VIEWSTATE: state, __EVENTVALIDATION: validation(state) }
}

const form = (notice = ''): Answer => {
  const { __VIEWSTATE: state, __EVENTVALIDATION: proof } = formState()
  return ok(
    page(
      title,
      `${notice}<form method='post' action='/nl/EstadodeCuenta'><input type='hidden' name='__VIEWSTATE' id='__VIEWSTATE' value='${state}'><input type='hidden' name='__EVENTVALIDATION' id='__EVENTVALIDATION' value='${proof}'><label>Placa <input name='txtPlaca'></label><button>Consultar</button></form>`,
    ),
  )
}
const validation = (state: string): string => Buffer.from(`ev-${hash('event', state)}`).toString('base64')

export const nlIcv: Portal = {
  name: 'nl-icv',
  title,
  country: 'MX',
  method: 'POST',
  path: '/nl/EstadodeCuenta',
  ledger: 'nl',
  allowed: open,
  ask: (field) => {
    const state = field('__VIEWSTATE')
    if (!state || field('__EVENTVALIDATION') !== validation(state)) {
      return { ...form('<p>La sesión de la página expiró. Vuelva a capturar la placa.</p>'), status: 400 }
    }
    const plate = normal(field('txtPlaca'))
    if (!plate) return fail(400, page(title, '<p>Capture la placa.</p>'))
    return { key: plate, plate, vin: '' }
  },
  troubles: { ...commonTroubles, 'not-registered': 0.008, 'does-not-exist': 0.005, 'plate-changed': 0.006 },
  answers: {
    ...htmlRefusals,
    natural: (asked, moment) => sheet(asked, moment, { rows: naturalRows(asked.plate, moment) }),
    clean: (asked, moment) => sheet(asked, moment, { rows: [] }),
    'one-debt': (asked, moment) => sheet(asked, moment, { rows: oneRow(asked.plate, moment) }),
    'many-debts': (asked, moment) => sheet(asked, moment, { rows: manyRows(asked.plate, moment) }),
    'expired-line': (asked, moment) => sheet(asked, moment, { rows: oneRow(asked.plate, moment), expired: true }),
    'plate-changed': ({ plate }) =>
      saying('lblMensaje', `Placa anterior. La placa vigente es ${escapeHtml(other(plate))}.`),
    'not-registered': notRegistered,
    'does-not-exist': () => saying('lblMensaje', 'La placa capturada no existe.'),
    'other-plate': (asked, moment) =>
      sheet(asked, moment, { rows: oneRow(asked.plate, moment), plate: other(asked.plate) }),
    partial: (asked, moment) =>
      sheet(asked, moment, {
        rows: oneRow(asked.plate, moment),
        notice: 'Las multas de tránsito no se pudieron consultar en este momento.',
      }),
    drift: (asked, moment) => sheet(asked, moment, { rows: oneRow(asked.plate, moment), totalId: 'lblImporteTotal' }),
    'ok-with-error': () => saying('lblError', 'El servicio no está disponible. Intente más tarde.'),
    latin1: (asked, moment) =>
      sheet(asked, moment, { rows: singleRow('EXPEDICIÓN DE TARJETÓN DE CIRCULACIÓN', 43300, moment) }),
    'sum-mismatch': (asked, moment) => sheet(asked, moment, { rows: oneRow(asked.plate, moment), off: 50000 }),
    growing: (asked, moment) => sheet(asked, moment, { rows: growingRows(asked.plate, moment) }),
    'unknown-field': (asked, moment) => sheet(asked, moment, { rows: oneRow(asked.plate, moment), wide: true }),
    'no-rows-key': (asked, moment) => sheet(asked, moment, { rows: oneRow(asked.plate, moment), bare: true }),
    paid: (asked, moment) => {
      const paid = singleRow('MULTA DE TRANSITO MUNICIPAL FICTICIA', 113140, moment)
      return sheet(asked, moment, {
        rows: [...oneRow(asked.plate, moment), ...paid.map((row) => ({ ...row, paid: true as const }))],
      })
    },
  },
}

/** The form page shows a fault of the whole portal too, except those that need a plate. */
export function openNlIcv(app: FastifyInstance, desk: Desk): void {
  openPortal(app, desk, nlIcv)
  app.get(nlIcv.path, (request, reply) => {
    const face = desk.faults.get(nlIcv.name) ?? 'natural'
    const refusal = htmlRefusals[face === 'natural' ? 'clean' : face]
    count(desk, 'nl-icv-form', face)
    const nobody = { key: '', plate: field(request.query, 'placa'), vin: '' }
    deliver(reply, refusal?.(nobody, momentAt(desk.clock.now(), 'MX')) ?? form(), face, desk.settings.slowMs)
  })
}
