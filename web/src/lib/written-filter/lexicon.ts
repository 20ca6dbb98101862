// The vocabulary of written filters (reader.ts) in Spanish, for each country: the meaning of each phrase. Phrases have
// neither accents nor capitals.
import { FAMILIES } from '@padron/contract/dashboard/rules'
import { addDays, addMonths, monthDays, weekOf } from '@padron/contract/days'
import type { Country } from '@padron/contract/places/countries'
import type { StatusColumn } from '@padron/contract/resources'
import type { ExpiryKind } from '@padron/contract/vehicles/fields'

export type Field =
  | 'rfcName'
  | 'taxIdentifier'
  | 'lessorName'
  | 'brandName'
  | 'modelName'
  | 'plate'
  | 'vin'
  | 'customId'
type Compare = 'over' | 'least' | 'under' | 'most' | 'equal' | 'between'
export type Days = { from: string; to: string }
export type Meaning =
  | { as: 'skip' | 'or' | 'not' | 'without' | 'with' | 'good' | 'bad' | 'inactive' | 'due' | 'tag' | 'year' }
  | { as: 'debt'; types?: readonly number[]; clear?: readonly [StatusColumn, number] }
  /** A document or report: `held` is its status if a vehicle has a valid one, `missing` if not. */
  | { as: 'paper'; column?: StatusColumn; held: number; missing: number; due?: ExpiryKind; alone?: 'held' | 'field' }
  | { as: 'status'; column: StatusColumn; id: number }
  | { as: 'any'; id: number }
  | { as: 'asset'; id: number }
  | { as: 'compare'; how: Compare }
  | { as: 'field'; field: Field }
  | { as: 'period'; days: (today: string) => Days }
  | { as: 'month'; month: number }

const EACH_COUNTRY: readonly [phrases: string, meaning: Meaning][] = [
  [
    'a|ante|al|cada|como|de|del|e|el|ella|en|es|esta|estan|la|las|lo|los|mi|mis|por|que|se|su|sus|tiene|tienen|y|' +
      'vehiculo|vehiculos|unidad|unidades|auto|autos|carro|carros|total|pesos|mxn|cop|estado|departamento|estatus',
    { as: 'skip' },
  ],
  ['o|u', { as: 'or' }],
  ['no|excepto|salvo|menos|nunca', { as: 'not' }],
  ['sin|sin ningun|sin ninguna|ningun|ninguna', { as: 'without' }],
  ['con', { as: 'with' }],
  ['vigente|vigentes|al corriente|al dia', { as: 'good' }],
  ['vencido|vencida|vencidos|vencidas', { as: 'bad' }],
  ['inactiva|inactivas', { as: 'inactive' }],
  ['vence|vencen|vencera|venceran|por vencer|vencimiento|vencimientos|que vence|que vencen', { as: 'due' }],
  ['etiqueta|etiquetas|tag|tags', { as: 'tag' }],
  ['ano|ano modelo', { as: 'year' }],
  ['adeudo|adeudos|con adeudo|con adeudos|deuda|deudas|debe|deben|saldo pendiente|saldo', { as: 'debt' }],
  ['documento|documentos', { as: 'paper', held: 0, missing: 0, due: 'document' }],
  [
    'linea de pago|lineas de pago|linea de captura|lineas de captura|referencia de pago|referencias de pago',
    { as: 'paper', held: 0, missing: 0, due: 'payment' },
  ],
  ['requiere intervencion manual|intervencion manual', { as: 'any', id: 13 }],
  ['sin procesar', { as: 'any', id: -1 }],
  ['caso desconocido', { as: 'any', id: 15 }],
  ['credenciales invalidas', { as: 'any', id: 18 }],
  ['activo|activos|activa|activas', { as: 'asset', id: 1 }],
  ['inactivo|inactivos', { as: 'asset', id: 0 }],
  ['robado|robados|robada|robadas', { as: 'asset', id: 3 }],
  ['en taller|taller', { as: 'asset', id: 4 }],
  ['en corralon|corralon|en patios|patios', { as: 'asset', id: 7 }],
  ['vendido|vendidos|vendida|vendidas', { as: 'asset', id: 8 }],
  ['perdida total', { as: 'asset', id: 9 }],
  [
    '>|mas de|mas que|mayor a|mayor que|mayor de|mayores a|mayores que|mayores de|superior a|superiores a|arriba de|' +
      'por encima de|supera|superan|exceden|excede',
    { as: 'compare', how: 'over' },
  ],
  [
    '>=|≥|desde|al menos|por lo menos|a partir de|minimo|como minimo|mayor o igual a|mayores o iguales a|' +
      'igual o mayor a',
    { as: 'compare', how: 'least' },
  ],
  [
    '<|menos de|menos que|menor a|menor que|menor de|menores a|menores que|menores de|inferior a|' +
      'inferiores a|debajo de|por debajo de|abajo de',
    { as: 'compare', how: 'under' },
  ],
  [
    '<=|≤|hasta|maximo|como maximo|a lo mas|a lo sumo|menor o igual a|menores o iguales a|igual o menor a',
    { as: 'compare', how: 'most' },
  ],
  ['=|igual a|iguales a|exactamente', { as: 'compare', how: 'equal' }],
  ['entre', { as: 'compare', how: 'between' }],
  ['titular|titulares|razon social|empresa', { as: 'field', field: 'rfcName' }],
  ['arrendadora', { as: 'field', field: 'lessorName' }],
  ['marca', { as: 'field', field: 'brandName' }],
  ['modelo', { as: 'field', field: 'modelName' }],
  ['vin|niv|serie|numero de serie|chasis', { as: 'field', field: 'vin' }],
  ['identificador|economico|numero economico|no economico|numero interno|id', { as: 'field', field: 'customId' }],
  ['hoy', { as: 'period', days: (today) => ({ from: today, to: today }) }],
  ['manana', { as: 'period', days: (today) => ({ from: addDays(today, 1), to: addDays(today, 1) }) }],
  ['esta semana', { as: 'period', days: (today) => weekOf(today) }],
  [
    'proxima semana|la proxima semana|semana proxima|la semana proxima|semana siguiente|la semana que viene',
    { as: 'period', days: (today) => weekOf(today, 1) },
  ],
  // The whole month, as in Vencimientos: also what has expired in it.
  ['este mes', { as: 'period', days: (today) => monthDays(today.slice(0, 7)) }],
  [
    'proximo mes|el proximo mes|mes proximo|el mes proximo|mes siguiente|el mes que viene',
    { as: 'period', days: (today) => monthDays(addMonths(today.slice(0, 7), 1)) },
  ],
  [
    'este ano',
    { as: 'period', days: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }) },
  ],
  ...'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'
    .split(' ')
    .map((name, at): [string, Meaning] => [name, { as: 'month', month: at + 1 }]),
]

const TICKETS = (country: Country) => FAMILIES[country].tickets.types
const OF_COUNTRY: Record<Country, readonly [phrases: string, meaning: Meaning][]> = {
  MX: [
    ['multa|multas|infraccion|infracciones', { as: 'debt', types: TICKETS('MX'), clear: ['ticketStatus', 1] }],
    ['multas cdmx|multas de cdmx|multas de la cdmx', { as: 'debt', types: [9], clear: ['ticketsCDMXStatus', 1] }],
    ['multas ambientales|multa ambiental', { as: 'debt', types: [7], clear: ['ticketsEnvStatus', 1] }],
    [
      'tenencia|tenencias|adeudo de tenencia|adeudos de tenencia',
      { as: 'debt', types: [0], clear: ['tenenciaStatus', 3] },
    ],
    [
      'refrendo|refrendos|adeudo de refrendo|adeudos de refrendo',
      { as: 'debt', types: [8], clear: ['refrendoStatus', 17] },
    ],
    ['adeudos diversos|adeudo diverso|diversos', { as: 'debt', types: [6], clear: ['miscStatus', 7] }],
    ['posible adeudo de tenencia|posibles adeudos de tenencia', { as: 'status', column: 'tenenciaStatus', id: 21 }],
    ['no registrado|no registrados', { as: 'status', column: 'repuveStatus', id: 11 }],
    ['cambio de placa|cambio de placas', { as: 'status', column: 'repuveStatus', id: 12 }],
    ['el vehiculo no existe|no existe|no existen', { as: 'status', column: 'repuveStatus', id: 10 }],
    [
      'robo|robos|reporte de robo|reportes de robo|reporte por robo',
      { as: 'paper', column: 'stolenStatus', held: 4, missing: 5, alone: 'held' },
    ],
    [
      // «soat» is Colombian, but known in Mexico, where it means nothing else.
      'seguro|seguros|poliza|polizas|poliza de seguro|polizas de seguro|soat',
      { as: 'paper', column: 'insuranceStatus', held: 6, missing: 8, due: 'policy' },
    ],
    [
      'tarjeta|tarjetas|tarjeta de circulacion|tarjetas de circulacion',
      { as: 'paper', column: 'cardStatus', held: 19, missing: 20, due: 'card' },
    ],
    ['placa|placas', { as: 'paper', column: 'plateStatus', held: 27, missing: 28, due: 'plate', alone: 'field' }],
    ['verificacion|verificaciones|verificacion vehicular', { as: 'paper', held: 0, missing: 0, due: 'inspection' }],
    ['rfc', { as: 'field', field: 'taxIdentifier' }],
  ],
  CO: [
    ['multa|multas', { as: 'debt', types: TICKETS('CO'), clear: ['ticketStatus', 1] }],
    ['comparendo|comparendos|infraccion|infracciones', { as: 'debt', types: [13], clear: ['violationStatus', 25] }],
    [
      'soat|seguro|seguros|poliza|polizas|seguro obligatorio',
      { as: 'paper', column: 'insuranceStatus', held: 6, missing: 8, due: 'policy' },
    ],
    [
      'rtm|tecnomecanica|tecnicomecanica|tecnico mecanica|revision tecnomecanica|revision tecnicomecanica|' +
        'revision tecnico mecanica|inspeccion',
      { as: 'paper', column: 'inspectionStatus', held: 22, missing: 23, due: 'inspection' },
    ],
    ['no requiere rtm|no requieren rtm', { as: 'status', column: 'inspectionStatus', id: 26 }],
    [
      'licencia de transito|licencias de transito|tarjeta de propiedad',
      { as: 'paper', held: 0, missing: 0, due: 'card' },
    ],
    ['placa|placas', { as: 'paper', held: 0, missing: 0, due: 'plate', alone: 'field' }],
    ['nit', { as: 'field', field: 'taxIdentifier' }],
    ['linea', { as: 'field', field: 'modelName' }],
  ],
}
const lexiconOf = (country: Country): ReadonlyMap<string, Meaning> =>
  new Map(
    [...EACH_COUNTRY, ...OF_COUNTRY[country]].flatMap(([phrases, meaning]) =>
      phrases.split('|').map((phrase) => [phrase, meaning] as const),
    ),
  )
/** By country, the phrases without accents or capitals and their meaning in a filter. */
export const LEXICON: Record<Country, ReadonlyMap<string, Meaning>> = { MX: lexiconOf('MX'), CO: lexiconOf('CO') }

export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  un: 1,
  uno: 1,
  una: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  quince: 15,
  veinte: 20,
  treinta: 30,
  cuarenta: 40,
  cincuenta: 50,
  sesenta: 60,
  noventa: 90,
  cien: 100,
  doscientos: 200,
  quinientos: 500,
  mil: 1_000,
}
export const TIMES: Readonly<Record<string, number>> = { mil: 1_000, k: 1_000, millon: 1_000_000, millones: 1_000_000 }
export const UNITS: Readonly<Record<string, 'day' | 'week' | 'month'>> = {
  d: 'day',
  dia: 'day',
  dias: 'day',
  semana: 'week',
  semanas: 'week',
  mes: 'month',
  meses: 'month',
}
/** Words before a number of days: «en los próximos 15 días», «en menos de un mes». */
export const BEFORE_PERIOD = new Set([
  'en',
  'los',
  'las',
  'el',
  'la',
  'proximos',
  'proximas',
  'siguientes',
  'dentro',
  'de',
  'menos',
  'a',
])
