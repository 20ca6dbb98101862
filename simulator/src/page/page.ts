// The page at `/`: the state of each portal and all controls, as HTML; console.js sends the requests and refreshes the
// figures. It is available on this machine only.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { guarded } from '../guard.ts'
import { escapeHtml } from '../html.ts'
import type { Portal } from '../portal.ts'
import { delivery } from '../request-handler.ts'
import { isScenario, type Scenario, scenarios } from '../scenarios.ts'
import { scenarioNames, scenarioWords } from './scenario-labels.ts'

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const optionsOf = (selected: (scenario: Scenario) => boolean): string =>
  scenarios
    .flatMap(({ number, name }) => {
      if (!isScenario(name) || !selected(name)) return []
      const mark = String(number).padStart(2, '0')
      return (
        `<option value="${name}" data-words="${escapeHtml(scenarioWords[name])}">${mark} · ` +
        `${escapeHtml(scenarioNames[name])}</option>`
      )
    })
    .join('')
const everyScenario = optionsOf(() => true)

/** The select of a portal offers only scenarios that have an effect there. */
const row = ({ name, title, method, path, country, answers }: Portal): string => {
  const options = optionsOf((scenario) => scenario in answers || delivery.has(scenario))
  return `
<tr data-portal="${name}">
  <th scope="row"><b>${escapeHtml(title)}</b><span>${country} · ${name}</span><code>${method}
  ${escapeHtml(path)}</code></th>
  <td data-label="Escenario del portal"><select aria-label="Escenario de ${escapeHtml(title)}" data-fault="${name}">
    <option value="">Natural</option>${options}</select><span data-meaning></span><span
    data-shares="${name}"></span></td>
  <td class="figure" data-label="Consultas"><output data-total="${name}">0</output><details><summary>Por
  escenario</summary><ul data-counts="${name}"></ul></details></td>
  <td data-label="Probar"><a href="/__control/try?portal=${name}" data-try="${name}" target="_blank"
  rel="noopener">Probar<span class="quiet"> ${escapeHtml(title)}</span></a></td>
</tr>`
}

const portalOptions = (portals: readonly Portal[]): string =>
  portals.map(({ name, title }) => `<option value="${name}">${escapeHtml(title)}</option>`).join('')

const faultForm = (portals: readonly Portal[]): string => `
<form data-form="fault"><h3>Una placa, o parte de las placas</h3>
  <label>Portal<select name="portal">${portalOptions(portals)}</select></label>
  <label>Escenario<select name="scenario" data-explained>${everyScenario}</select><span data-meaning></span></label>
  <label>Placa, VIN o NIT<input name="plate" autocapitalize="characters" autocomplete="off" maxlength="20"></label>
  <label>Porcentaje de las placas<input name="percent" inputmode="decimal" autocomplete="off" maxlength="6"></label>
  <p class="hint">Con placa, solo ella. Con porcentaje, siempre las mismas placas. Sin ambos, todo el portal.</p>
  <button>Poner</button>
</form>`

const debtForm = (portals: readonly Portal[]): string => `
<form data-form="debt"><h3>Adeudos de una placa</h3>
  <label>Portal<select name="portal">${portalOptions(portals.filter(({ ledger }) => ledger))}</select></label>
  <label>Placa<input name="plate" required autocapitalize="characters" autocomplete="off" maxlength="10"></label>
  <label>Folio<input name="folio" required autocomplete="off" maxlength="40"></label>
  <label>Importe (opcional)<input name="amount" inputmode="decimal" autocomplete="off" maxlength="12"></label>
  <p class="hint">Para pagar o quitar todos, el folio es *.</p>
  <div class="buttons"><button name="action" value="add">Agregar</button><button name="action"
  value="pay">Pagar</button><button name="action" value="remove">Quitar</button></div>
</form>`

const clockBox = `
<section class="box"><h3>Reloj</h3><p class="clock"><output data-clock>…</output></p>
  <div class="buttons"><button data-days="1">Un día más</button><button data-days="7">Una semana más</button><button
  data-days="30">Un mes más</button><button data-clock-reset>Hora real</button></div>
  <p class="hint">Al avanzar crecen los intereses, y los adeudos van y vienen.</p>
</section>`

const scenarioList = scenarios
  .map(({ number, name }) => {
    const mark = String(number).padStart(2, '0')
    const [title, words] = isScenario(name) ? [scenarioNames[name], scenarioWords[name]] : ['', '']
    return (
      `<tr><td class="figure">${number}</td><th scope="row"><b>${escapeHtml(title)}</b> ` +
      `<code>${name}</code></th><td>${escapeHtml(words)}</td><td><code>QQ${mark}AA</code></td></tr>`
    )
  })
  .join('')

const head = `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport"
  content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Simulador de portales</title><link rel="icon"
  href="data:,"><link rel="stylesheet" href="/__page/console.css"></head>`

const pageOf = (portals: readonly Portal[]): string => `${head}
<body><a class="skip" href="#portales">Ir a los portales</a>
<header><div><h1>Simulador de portales</h1><p>Fuentes imitadas, sin validez oficial. Nada de lo que muestran es de un
  vehículo real.</p></div>
<label>Probar con la placa<input data-plate value="ABC123" autocapitalize="characters" autocomplete="off"
  maxlength="10"></label></header>
<main>
<p role="status" data-status></p>
<noscript><p class="failure">Esta página necesita JavaScript para mover los controles. Las direcciones de /__control
  funcionan sin ella.</p></noscript>
<section id="portales"><div class="heading"><h2>Portales</h2><div class="buttons"><button data-stats-reset>Contadores
  a cero</button><button data-faults-reset class="danger">Quitar todas las fallas</button></div></div>
<div class="scroll"><table><thead><tr><th>Portal</th><th>Escenario del portal</th><th
  class="figure">Consultas</th><th>Probar</th></tr></thead><tbody>${portals.map(row).join('')}</tbody></table></div>
<h3>Fallas puestas</h3><ul class="chips" data-faults><li class="none">Ninguna: todos los portales responden lo
  suyo.</li></ul></section>
<div class="boxes">${faultForm(portals)}${debtForm(portals)}${clockBox}</div>
<section><h2>Escenarios</h2><p class="hint">Una placa o un VIN que empieza con QQ y dos cifras muestra ese escenario en
  todos los portales; un NIT, con 0000 y dos cifras.</p>
<div class="scroll"><table class="scenarios"><thead><tr><th class="figure">Núm.</th><th>Escenario</th><th>Qué
  muestra</th><th>Placa</th></tr></thead><tbody>${scenarioList}</tbody></table></div></section>
</main><script src="/__page/console.js" defer></script></body></html>`

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action " +
    "'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

export function openPage(app: FastifyInstance, portals: readonly Portal[]): void {
  const html = pageOf(portals)
  const send = (reply: FastifyReply, type: string, body: string) =>
    reply.headers(headers).type(`${type}; charset=utf-8`).send(body)
  guarded(app, (levers) => {
    levers.get('/', (_request, reply) => send(reply, 'text/html', html))
    levers.get('/__page/console.js', (_request, reply) => send(reply, 'text/javascript', asset('./console.js')))
    levers.get('/__page/console.css', (_request, reply) => send(reply, 'text/css', asset('./console.css')))
  })
}
