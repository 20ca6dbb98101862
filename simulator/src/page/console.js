// The page's script: sends control requests and refreshes the state every two seconds while the page is visible.

const one = (selector) => document.querySelector(selector)
const all = (selector) => [...document.querySelectorAll(selector)]

/** Shows a message. @param {string} text @param {boolean} failed whether it reports a failure */
function say(text, failed = false) {
  const status = one('[data-status]')
  status.textContent = text
  status.classList.toggle('failure', failed)
}

/** Calls a control route. On failure it shows the error and returns undefined. */
async function lever(path, method = 'GET', body = undefined) {
  const headers = body ? { 'content-type': 'application/json' } : {}
  try {
    const answer = await fetch(`/__control/${path}`, { method, headers, body: body && JSON.stringify(body) })
    const reply = await answer.json()
    if (answer.ok) return reply
    say(reply.error ?? `El simulador respondió ${answer.status}.`, true)
  } catch {
    say('El simulador no responde. ¿Sigue en marcha?', true)
  }
  return undefined
}

function chip({ text, remove }) {
  const item = document.createElement('li')
  const button = document.createElement('button')
  button.textContent = 'Quitar'
  button.setAttribute('aria-label', `Quitar ${text}`)
  button.addEventListener('click', remove)
  item.append(text, ' ', button)
  return item
}

/** Removes the fault of one plate or of the whole portal; shares of its plates remain. */
const clear = (portal, plate = '') =>
  done(lever(`faults?${new URLSearchParams({ portal, plate, only: 'whole' })}`, 'DELETE'), 'Falla quitada.')

const removalOf = ({ portal, scenario }) =>
  done(lever('faults', 'POST', { portal, scenario, percent: 0 }), 'Falla quitada.')

/** The name of each scenario, from the options of the page. */
const options = new Map(all('[data-explained] option').map((option) => [option.value, option]))
const nameOf = (scenario) =>
  options.get(scenario)?.textContent.replace(/^\d+ · /, '') ?? (scenario === 'natural' ? 'Natural' : scenario)

/** Shows the meaning of the selected scenario next to the select. */
function explain(select) {
  const place = select.parentElement.querySelector('[data-meaning]')
  place.textContent = options.get(select.value)?.dataset.words ?? ''
}

let shown = ''
function showFaults({ faults, shares }) {
  const now = JSON.stringify([faults, shares])
  if (now === shown) return
  shown = now
  const whole = new Map(faults.map(({ target, scenario }) => [target, scenario]))
  for (const select of all('[data-fault]')) {
    if (select !== document.activeElement) select.value = whole.get(select.dataset.fault) ?? ''
    select.classList.toggle('set', whole.has(select.dataset.fault))
    explain(select)
  }
  for (const mark of all('[data-shares]')) {
    const mine = shares.filter(({ portal }) => portal === mark.dataset.shares)
    mark.textContent = mine.map(({ scenario, percent }) => `${nameOf(scenario)} ${percent} %`).join(', ')
  }
  const chips = [
    ...faults.map(({ target, scenario }) => {
      const [portal, plate] = target.split('/')
      return {
        text: `${portal} · ${plate ?? 'todo el portal'} · ${nameOf(scenario)}`,
        remove: () => clear(portal, plate),
      }
    }),
    ...shares.map((part) => ({
      text: `${part.portal} · ${part.percent} % de las placas · ${nameOf(part.scenario)}`,
      remove: () => removalOf(part),
    })),
  ].map(chip)
  const none = document.createElement('li')
  none.className = 'none'
  none.textContent = 'Ninguna: todos los portales responden lo suyo.'
  const focused = one('[data-faults]').contains(document.activeElement)
  one('[data-faults]').replaceChildren(...(chips.length ? chips : [none]))
  if (focused) (one('[data-faults] button') ?? one('[data-faults-reset]')).focus()
}

function showStats(stats) {
  for (const total of all('[data-total]')) {
    const name = total.dataset.total
    const counts = Object.entries(stats[name] ?? {}).sort(([, a], [, b]) => b - a)
    total.textContent = counts.reduce((sum, [, count]) => sum + count, 0).toLocaleString('es-MX')
    const items = counts.map(([scenario, count]) => {
      const item = document.createElement('li')
      item.textContent = `${nameOf(scenario)}: ${count.toLocaleString('es-MX')}`
      return item
    })
    one(`[data-counts="${name}"]`).replaceChildren(...items)
  }
}

const clockFormat = new Intl.DateTimeFormat('es-MX', {
  dateStyle: 'full',
  timeStyle: 'medium',
  timeZone: 'America/Mexico_City',
})
const showClock = ({ now }) => {
  one('[data-clock]').textContent = clockFormat.format(new Date(now))
}

async function refresh() {
  const [faults, stats, clock] = await Promise.all(['faults', 'stats', 'clock'].map((path) => lever(path)))
  if (faults) showFaults(faults)
  if (stats) showStats(stats)
  if (clock) showClock(clock)
  if (faults && one('[data-status]').textContent.startsWith('El simulador no responde')) say('')
}

/** Waits for a control call; then shows a message and refreshes the page. */
async function done(pulled, text) {
  if (!(await pulled)) return
  say(text)
  await refresh()
}

/** The fields of a form that are not empty. */
const filled = (form, submitter) =>
  Object.fromEntries([...new FormData(form, submitter)].filter(([, value]) => String(value).trim() !== ''))

const senders = {
  fault: (fields) => done(lever('faults', 'POST', fields), 'Falla puesta.'),
  debt: ({ folio, action, ...fields }) =>
    done(lever('debts', 'POST', { ...fields, [action]: folio }), 'Adeudo anotado.'),
}

for (const form of all('[data-form]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void senders[form.dataset.form](filled(form, event.submitter))
  })
}
for (const select of all('[data-explained]')) {
  select.addEventListener('change', () => explain(select))
  explain(select)
}
for (const select of all('[data-fault]')) {
  select.addEventListener('change', () => {
    const portal = select.dataset.fault
    if (select.value === '') void clear(portal)
    else
      void done(
        lever('faults', 'POST', { portal, scenario: select.value }),
        `${portal} muestra ahora «${nameOf(select.value)}».`,
      )
  })
}
for (const button of all('[data-days]')) {
  button.addEventListener('click', () =>
    done(lever('clock', 'POST', { advanceDays: Number(button.dataset.days) }), 'El reloj avanzó.'),
  )
}
one('[data-clock-reset]').addEventListener('click', () => done(lever('clock', 'DELETE'), 'El reloj va a la hora real.'))
one('[data-stats-reset]').addEventListener('click', () => done(lever('stats', 'DELETE'), 'Contadores a cero.'))
one('[data-faults-reset]').addEventListener('click', () => done(lever('faults', 'DELETE'), 'Ninguna falla puesta.'))

const plate = one('[data-plate]')
function aim() {
  for (const link of all('[data-try]')) {
    link.href = `/__control/try?${new URLSearchParams({ portal: link.dataset.try, plate: plate.value.trim() })}`
  }
}
plate.addEventListener('input', aim)
aim()

void refresh()
setInterval(() => {
  if (document.visibilityState === 'visible') void refresh()
}, 2000)
