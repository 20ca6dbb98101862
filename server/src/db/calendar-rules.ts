// Official calendars as the code declares them: a dated table with the source of each. They inform and advise nobody:
// what binds is what the authority publishes. «Digits» are of the last digit of a plate, not its last sign: AAA000A
// ends in a letter.
import type { Country } from '@padron/contract/countries'

/**
 * From the first to the last day, both of it: `MM-dd` of every year, or `yyyy-MM-dd`. 02-29 is the last of February.
 */
type Span = { from: string; to: string }
type DeclaredRule = {
  key: string
  country: Country
  title: string
  /** Absent: the whole country. */
  states?: readonly number[]
  digits?: readonly number[]
  /** Only vehicles whose plates are known to be of that year. */
  plateYear?: number
  spans: readonly Span[]
  /** A rule of weekdays or days of the month: nothing that falls due. */
  daily?: true
  says: string
  from?: string
  to?: string
  source: string
  sourceDate?: string
  note?: string
  disagreement?: string
}

const CDMX = 9
const JALISCO = 14
const EDOMEX = 15
const BOGOTA = 1011
const ANTIOQUIA = 1005
const VALLE = 1076

const PRESS = 'Prensa nacional de enero de 2026 (El Universal, Infobae, UnoTV)'
const SWAPPED =
  'Otro catálogo público da al engomado verde los dígitos 9 y 0, y al azul 1 y 2: las fuentes no coinciden.'

const STICKERS = [
  {
    color: 'amarillo',
    digits: [5, 6],
    first: ['01-01', '02-29'],
    second: ['07-01', '08-31'],
    says: 'enero y febrero; julio y agosto',
  },
  {
    color: 'rosa',
    digits: [7, 8],
    first: ['02-01', '03-31'],
    second: ['08-01', '09-30'],
    says: 'febrero y marzo; agosto y septiembre',
  },
  {
    color: 'rojo',
    digits: [3, 4],
    first: ['03-01', '04-30'],
    second: ['09-01', '10-31'],
    says: 'marzo y abril; septiembre y octubre',
  },
  {
    color: 'verde',
    digits: [1, 2],
    first: ['04-01', '05-31'],
    second: ['10-01', '11-30'],
    says: 'abril y mayo; octubre y noviembre',
    disagreement: SWAPPED,
  },
  {
    color: 'azul',
    digits: [9, 0],
    first: ['05-01', '06-30'],
    second: ['11-01', '12-31'],
    says: 'mayo y junio; noviembre y diciembre',
    disagreement: SWAPPED,
  },
] as const

const verification: readonly DeclaredRule[] = STICKERS.map(({ color, digits, first, second, says, ...more }) => ({
  key: `verificacion-${color}`,
  country: 'MX',
  title: `Verificación vehicular, engomado ${color}`,
  states: [CDMX, EDOMEX],
  digits,
  spans: [first, second].map(([from, to]) => ({ from, to })),
  says: `Dos veces al año: ${says}.`,
  from: '2026-01-01',
  to: '2026-12-31',
  source: `Programa de Verificación Vehicular Obligatoria 2026, según ${PRESS}`,
  sourceDate: '2026-01-01',
  note:
    'No distingue hologramas ni vehículos exentos (eléctricos, híbridos, holograma 00). La multa por verificar ' +
    'tarde es de 20 UMA.',
  ...more,
}))

const REPLACEMENTS = [
  { month: 'abril', days: ['2026-04-01', '2026-04-30'], digits: [1, 2] },
  { month: 'mayo', days: ['2026-05-01', '2026-05-31'], digits: [3, 4] },
  { month: 'junio', days: ['2026-06-01', '2026-06-30'], digits: [5, 6] },
  { month: 'julio', days: ['2026-07-01', '2026-07-31'], digits: [7, 8] },
  { month: 'agosto', days: ['2026-08-01', '2026-08-31'], digits: [9, 0] },
] as const

const replacement: readonly DeclaredRule[] = REPLACEMENTS.map(({ month, days: [from, to], digits }) => ({
  key: `reemplacamiento-edomex-2026-${month}`,
  country: 'MX',
  title: `Reemplacamiento del Estado de México 2026, ${month}`,
  states: [EDOMEX],
  digits,
  plateYear: 2021,
  spans: [{ from, to }],
  says: `Placas de 2021 con último dígito ${digits.join(' o ')}: durante ${month} de 2026.`,
  from: '2026-01-01',
  to,
  source: 'Prensa de 2026 sobre el programa de reemplacamiento del Estado de México',
  note:
    'Solo cuenta los vehículos cuya fecha de placa es de 2021. De los que no la tienen registrada no se sabe, y ' +
    'no se cuentan.',
}))

/** In the order in which they are shown. */
export const CALENDAR_RULES: readonly DeclaredRule[] = [
  ...verification,
  ...replacement,
  {
    key: 'tenencia-cdmx-subsidio-2026',
    country: 'MX',
    title: 'Tenencia y refrendo de la Ciudad de México con subsidio',
    states: [CDMX],
    spans: [{ from: '2026-01-01', to: '2026-03-31' }],
    says: 'Hasta el 31 de marzo de 2026.',
    from: '2026-01-01',
    to: '2026-03-31',
    source: PRESS,
    sourceDate: '2026-01-01',
    note: 'El subsidio depende del valor del vehículo.',
  },
  {
    key: 'refrendo',
    country: 'MX',
    title: 'Refrendo anual',
    spans: [{ from: '01-01', to: '03-31' }],
    says: 'Del 1 de enero al 31 de marzo de cada año.',
    from: '2026-01-01',
    source: PRESS,
    sourceDate: '2026-01-01',
    note:
      'Es lo común en la mayoría de los estados, con descuentos de enero a marzo y recargos desde abril; cada ' +
      'estado fija el suyo. Cuenta todos los vehículos.',
  },
  {
    key: 'placas-jalisco-2026',
    country: 'MX',
    title: 'Programa de canje de placas de Jalisco sin costo',
    states: [JALISCO],
    spans: [{ from: '2026-01-01', to: '2026-03-31' }],
    says: 'Hasta el 31 de marzo de 2026.',
    from: '2026-01-01',
    to: '2026-03-31',
    source: PRESS,
    sourceDate: '2026-01-01',
  },
  {
    key: 'placas-norma-2016',
    country: 'MX',
    title: 'Vigencia de las placas de la norma de 2016',
    spans: [],
    says: 'Tres años según la norma.',
    source: 'NOM-001-SCT-2-2016',
    note: 'Los estados la acortan o la alargan: si una placa venció lo dice la fuente de cada estado.',
  },
  {
    key: 'tarjeta-cdmx',
    country: 'MX',
    title: 'Tarjeta de circulación de la Ciudad de México',
    states: [CDMX],
    spans: [],
    says: 'Tres años desde su expedición.',
    source: PRESS,
    sourceDate: '2026-01-01',
    note: 'La fecha de cada tarjeta la dice la consulta de la Ciudad de México.',
  },
  {
    key: 'hoy-no-circula',
    country: 'MX',
    title: 'Hoy No Circula',
    states: [CDMX, EDOMEX],
    spans: [],
    daily: true,
    says:
      'De 5:00 a 22:00, último dígito 5 y 6 el lunes, 7 y 8 el martes, 3 y 4 el miércoles, 1 y 2 el ' +
      'jueves, 9 y 0 ' +
      'el viernes. Holograma 1: dos sábados al mes según la terminación; holograma 2: todos los sábados.',
    source: `SEDEMA y CAMe, según ${PRESS}`,
    sourceDate: '2026-01-01',
    note:
      'Rige en las 16 alcaldías de la Ciudad de México y 18 municipios del Estado de México; exentos ' +
      'los hologramas ' +
      '00 y 0, eléctricos e híbridos.',
  },
  {
    key: 'pico-y-placa-bogota',
    country: 'CO',
    title: 'Pico y placa de Bogotá',
    states: [BOGOTA],
    spans: [],
    daily: true,
    says: 'De 6:00 a 21:00, según el último dígito y si el día del mes es par o impar.',
    source: 'Reglas publicadas por la ciudad, según el proyecto abierto dacrypt/openquery',
  },
  {
    key: 'pico-y-placa-medellin',
    country: 'CO',
    title: 'Pico y placa de Medellín',
    states: [ANTIOQUIA],
    spans: [],
    daily: true,
    says: 'Lunes 1 y 7, martes 0 y 3, miércoles 4 y 6, jueves 5 y 9, viernes 2 y 8.',
    from: '2026-02-01',
    to: '2026-07-31',
    source: 'Reglas publicadas por la ciudad, según el proyecto abierto dacrypt/openquery',
    note: 'Cambia cada semestre.',
  },
  {
    key: 'pico-y-placa-cali',
    country: 'CO',
    title: 'Pico y placa de Cali',
    states: [VALLE],
    spans: [],
    daily: true,
    says: 'Lunes 1 y 2, martes 3 y 4, miércoles 5 y 6, jueves 7 y 8, viernes 9 y 0.',
    from: '2026-01-01',
    to: '2026-06-30',
    source: 'Reglas publicadas por la ciudad, según el proyecto abierto dacrypt/openquery',
    note: 'Cambia cada semestre.',
  },
]
