// REPUVE's own page → types 2 and 4: a table of labels and a sentence about theft. It stands behind a captcha in the world:
// this imitation is for installations with an agreement. The theft story is the VIN's own (theft.ts).

import { between, digits, pick } from '../chance.ts'
import { dayOf, type Moment, slashDay } from '../clock.ts'
import { open } from '../credentials.ts'
import { escapeHtml, page } from '../html.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { htmlRefusals } from '../refusals.ts'
import { type Registered, registeredPlate, registeredVin } from '../register.ts'
import { isStolen, theftOf } from '../theft.ts'
import { type Facts, factsOfPlate, factsOfVin } from '../vehicle-facts.ts'

const title = 'REPUVE · Consulta ciudadana'
const plants = ['AGUASCALIENTES', 'CUERNAVACA', 'SALTILLO', 'PUEBLA', 'SILAO', 'SIN INFORMACION'] as const
const states = ['JALISCO', 'NUEVO LEON', 'COAHUILA', 'QUERETARO', 'CIUDAD DE MEXICO'] as const

const factsFor = ({ vin, plate }: Asked, { year }: Moment): Facts =>
  vin ? factsOfVin(vin, year) : factsOfPlate(plate, year)

const slashed = (iso: string | undefined, otherwise: number): string =>
  iso ? iso.split('-').reverse().join('/') : slashDay(otherwise)

/** The two dates and the state, as the register knows them or drawn. */
function papers(known: Registered | undefined, { vin, year }: Facts) {
  const day = dayOf(year, 1, between(20, 300, 'registered', vin))
  return {
    registered: slashed(known?.registered, day),
    plated: slashed(known?.plated, day + 4),
    entity: known?.entity?.toUpperCase() ?? pick(states, 'place', vin),
  }
}

type Label = readonly [label: string, value: string]

function labels(asked: Asked, moment: Moment): Label[] {
  const facts = factsFor(asked, moment)
  const known = registeredVin(facts.vin) ?? registeredPlate(asked.plate)
  const { registered, plated, entity } = papers(known, facts)
  // biome-ignore format: the page's own order, to be read by columns
  return [
    ['Marca', facts.brand], ['Modelo', facts.model], ['A&ntilde;o Modelo', String(facts.year)], ['Clase', facts.class], ['Tipo', facts.type],
    ['N&uacute;mero de Identificaci&oacute;n Vehicular (NIV)', facts.vin],
    ['N&uacute;mero de Constancia de Inscripci&oacute;n (NCI)', `ZZ999${digits(3, 'nic', facts.vin)}`],
    ['Placa', asked.plate || (known?.plate ?? 'SIN INFORMACION')],
    ['N&uacute;mero de puertas', `${facts.doors} PUERTAS`],
    ['Pa&iacute;s de origen', facts.vin.startsWith('3') ? 'MEXICO' : 'ESTADOS UNIDOS'],
    ['Versi&oacute;n', facts.version],
    ['Desplazamiento (cc/L)', `${facts.cylinders > 4 ? 3 : 1}.${between(2, 8, 'engine', facts.vin)}`],
    ['N&uacute;mero de cilindros', `${facts.cylinders} CILINDROS`],
    ['N&uacute;mero de ejes', String(facts.axles)],
    ['Planta de ensamble', pick(plants, 'plant', facts.vin)],
    ['Datos complementarios', 'SIN INFORMACION'],
    ['Instituci&oacute;n que lo inscribi&oacute;', 'ENSAMBLADORA FICTICIA'],
    ['Fecha de inscripci&oacute;n', registered], ['Hora de inscripci&oacute;n', '10:30:00'],
    ['Entidad que emplac&oacute;', entity], ['Fecha de emplacado', plated],
    ['Fecha de &uacute;ltima actualizaci&oacute;n', plated],
    ['Folio de Constancia de Inscripci&oacute;n', digits(8, 'sheet', facts.vin)],
    ['Observaciones', 'SIN OBSERVACIONES'],
  ]
}

type Theft = 'none' | 'stolen' | 'recovered'
const words: Readonly<Record<Theft, string>> = {
  none: 'SIN REPORTE DE ROBO',
  stolen: 'CON REPORTE DE ROBO VIGENTE',
  recovered: 'CON REPORTE DE RECUPERADO',
}

const storyOf = (asked: Asked, moment: Moment): Theft => (isStolen(factsFor(asked, moment).vin) ? 'stolen' : 'none')

function sentence(theft: Theft, vin: string, moment: Moment): string {
  if (theft === 'none') return words.none
  const { date, entity } = theftOf(vin, moment)
  return `${words[theft]} · ${entity} · ${date.split('-').reverse().join('/')}`
}

const sheet = (rows: readonly Label[], said: string): Answer =>
  ok(
    page(
      title,
      `<table>${rows.map(([label, value]) => `<tr><td>${label}:</td><td>${escapeHtml(value)}</td></tr>`).join('')}</table><p>${said}</p>`,
    ),
  )

const told =
  (theft?: Theft, change: (rows: Label[]) => Label[] = (rows) => rows) =>
  (asked: Asked, moment: Moment): Answer =>
    sheet(change(labels(asked, moment)), sentence(theft ?? storyOf(asked, moment), factsFor(asked, moment).vin, moment))

const saying = (text: string): Answer => ok(page(title, `<p>${text}</p>`))
const renamed = (from: string, to: string) => (rows: Label[]) =>
  rows.map(([label, value]): Label => [label === from ? to : label, value])
const changed = (pattern: RegExp, change: (value: string) => string) => (rows: Label[]) =>
  rows.map(([label, value]): Label => [label, pattern.test(label) ? change(value) : value])

export const repuvePortal: Portal = {
  name: 'repuve-portal',
  title,
  country: 'MX',
  method: 'POST',
  path: '/repuve/consulta',
  allowed: open,
  ask: (field) => {
    const vin = normal(field('niv') || field('vin'))
    const plate = normal(field('placa'))
    return vin || plate
      ? { key: vin || plate, plate, vin }
      : fail(400, page(title, '<p>Capture la placa o el NIV.</p>'))
  },
  troubles: { ...commonTroubles, 'does-not-exist': 0.01, 'plate-changed': 0.004 },
  answers: {
    ...htmlRefusals,
    natural: told(),
    clean: told('none'),
    'one-debt': told('stolen'),
    theft: told('stolen'),
    'theft-recovered': told('recovered'),
    'does-not-exist': () => saying('PLACA no encontrada'),
    'not-registered': () => saying('PLACA no encontrada'),
    'plate-changed': told('none', changed(/^Placa$/, other)),
    'other-plate': told('none', changed(/^Placa$|NIV/, other)),
    partial: (asked, moment) => sheet(labels(asked, moment), 'El estatus de robo no se pudo consultar.'),
    drift: told('none', renamed('Marca', 'Fabricante')),
    'ok-with-error': () => saying('El servicio no está disponible. Intente más tarde.'),
    latin1: told(
      'none',
      changed(/^Observaciones$/, () => 'REVISIÓN DE CAMBIO DE PROPIETARIO'),
    ),
    'unknown-field': told('none', (rows) => [...rows, ['Indicador nuevo', 'S']]),
    'no-rows-key': (asked, moment) => saying(sentence('none', factsFor(asked, moment).vin, moment)),
  },
}
