// The data of the three demo companies: the states of their vehicles, models, holders and lessors. Every name is
// invented; weights follow common fleet models of 2025 market and theft figures (INEGI/AMDA, AMIS, ANDEMOS).
import type { Country } from '@padron/contract/places/countries'

type Weighted = readonly (readonly [value: number | string, weight: number])[]

export type DemoCompany = {
  name: string
  country: Country
  count: number
  /** State id and weight. */
  states: Weighted
  /** 'BRAND MODEL' and weight. */
  models: Weighted
  holders: readonly string[]
  lessors: readonly string[]
  /** Region of each state, for the tags. */
  regions: Readonly<Record<number, string>>
  routes: readonly string[]
}

const LONG_HOLDER =
  'TRANSPORTES UNIDOS DE CARGA GENERAL, SOBREDIMENSIONADA, REFRIGERADA Y DE PAQUETERIA DE LOS CERROS LLANOS, ' +
  'CAÑADAS Y VALLES IMAGINARIOS DEL NORESTE Y DEL ALTIPLANO SA DE CV'

export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    name: 'norte',
    country: 'MX',
    count: 600,
    states: [
      [19, 55],
      [5, 15],
      [9, 12],
      [28, 5],
      [8, 4],
      [14, 3],
      [15, 3],
      [24, 3],
    ],
    models: [
      ['NISSAN VERSA', 9],
      ['NISSAN NP300', 11],
      ['NISSAN MARCH', 5],
      ['NISSAN URVAN', 2],
      ['NISSAN SENTRA', 1],
      ['CHEVROLET AVEO', 6],
      ['CHEVROLET TORNADO VAN', 3],
      ['VOLKSWAGEN SAVEIRO', 4],
      ['VOLKSWAGEN JETTA', 2],
      ['TOYOTA HILUX', 6],
      ['KIA K3', 1],
      ['FORD TRANSIT', 4],
      ['FORD RANGER', 2],
      ['FORD LOBO', 1],
      ['FORD F-350', 3],
      ['RAM RAM 4000', 2],
      ['MERCEDES-BENZ SPRINTER', 2],
      ['ISUZU ELF 300', 5],
      ['ISUZU ELF 600', 3],
      ['HINO SERIE 300', 3],
      ['HINO SERIE 500', 2],
      ['FREIGHTLINER CASCADIA', 9],
      ['FREIGHTLINER M2 106', 2],
      ['KENWORTH T680', 8],
      ['INTERNATIONAL LT625', 5],
      ['UTILITY 3000R', 4],
      ['HYUNDAI TRANSLEAD DRY VAN 53', 8],
      ['FRUEHAUF PLATAFORMA 40', 2],
      ['HONDA CARGO 150', 3],
      ['ITALIKA FT150', 2],
    ],
    holders: [
      'TRANSPORTES CERRO DE HUMO SA DE CV',
      'AUTOTRANSPORTES LAGUNA QUIETA SA DE CV',
      'LOGISTICA VEREDA NORTEÑA SAPI DE CV',
      'DISTRIBUIDORA NUBE BLANCA SA DE CV',
      'FLETES PIEDRA LISA S DE RL DE CV',
      LONG_HOLDER,
    ],
    lessors: [
      'ARRENDADORA FICTICIA DEL BAJIO SA DE CV SOFOM ENR',
      'ARRENDADORA FICTICIA REGIOMONTANA SA DE CV',
      'ARRENDADORA FICTICIA DEL GOLFO SA DE CV',
    ],
    regions: {
      19: 'Norte',
      5: 'Norte',
      28: 'Golfo',
      8: 'Norte',
      24: 'Bajío',
      14: 'Occidente',
      15: 'Centro',
      9: 'Centro',
    },
    routes: ['Monterrey–Saltillo', 'Monterrey–Nuevo Laredo', 'Corredor centro', 'Última milla'],
  },
  {
    name: 'sureste',
    country: 'MX',
    count: 80,
    states: [
      [31, 28],
      [9, 25],
      [23, 18],
      [4, 10],
      [27, 10],
      [7, 9],
    ],
    models: [
      ['NISSAN VERSA', 12],
      ['NISSAN NP300', 14],
      ['NISSAN URVAN', 6],
      ['NISSAN KICKS', 3],
      ['CHEVROLET AVEO', 8],
      ['CHEVROLET ONIX', 4],
      ['CHEVROLET TORNADO VAN', 5],
      ['VOLKSWAGEN SAVEIRO', 6],
      ['TOYOTA HILUX', 8],
      ['TOYOTA HIACE', 5],
      ['KIA K3', 4],
      ['MAZDA CX-5', 2],
      ['ISUZU ELF 300', 9],
      ['HINO SERIE 300', 5],
      ['KENWORTH T680', 3],
      ['ITALIKA FT150', 4],
      ['HONDA CARGO 150', 4],
    ],
    holders: [
      'TRANSPORTES SELVA SERENA SA DE CV',
      'DISTRIBUIDORA CENOTE CLARO SA DE CV',
      'SERVICIOS MANGLAR ALTO S DE RL DE CV',
    ],
    lessors: ['ARRENDADORA FICTICIA DEL SURESTE SA DE CV', 'ARRENDADORA FICTICIA PENINSULAR SA DE CV SOFOM ENR'],
    regions: { 31: 'Península', 23: 'Península', 4: 'Península', 27: 'Golfo', 7: 'Frontera sur', 9: 'Centro' },
    routes: ['Mérida–Cancún', 'Zona hotelera', 'Villahermosa–Tuxtla'],
  },
  {
    name: 'andina',
    country: 'CO',
    count: 200,
    states: [
      [1011, 40],
      [1005, 20],
      [1076, 14],
      [1025, 14],
      [1008, 7],
      [1068, 5],
    ],
    models: [
      ['RENAULT LOGAN', 12],
      ['RENAULT DUSTER', 12],
      ['RENAULT KANGOO', 6],
      ['RENAULT STEPWAY', 5],
      ['RENAULT OROCH', 3],
      ['CHEVROLET SPARK', 6],
      ['CHEVROLET ONIX', 6],
      ['KIA PICANTO', 7],
      ['KIA SOLUTO', 4],
      ['KIA K3', 5],
      ['MAZDA MAZDA 2', 3],
      ['MAZDA CX-30', 4],
      ['TOYOTA HILUX', 7],
      ['TOYOTA COROLLA CROSS', 3],
      ['FORD RANGER', 3],
      ['HINO SERIE 300', 6],
      ['HINO SERIE 500', 4],
      ['KENWORTH T880', 4],
      ['UTILITY 3000R', 2],
      ['BAJAJ BOXER 150', 8],
      ['BAJAJ PULSAR NS200', 4],
      ['YAMAHA YBR 125', 4],
      ['YAMAHA FZ 2.0', 2],
    ],
    holders: [
      'TRANSPORTES PARAMO AZUL SAS',
      'LOGISTICA FRAILEJON DORADO SAS',
      'DISTRIBUIDORA CAÑAVERAL ALTO SAS',
      'SERVICIOS RIO MANSO SAS',
    ],
    lessors: ['ARRENDADORA FICTICIA DE LOS ANDES SAS', 'ARRENDADORA FICTICIA DEL CARIBE SAS'],
    regions: { 1011: 'Sabana', 1025: 'Sabana', 1005: 'Antioquia', 1076: 'Pacífico', 1008: 'Caribe', 1068: 'Oriente' },
    routes: ['Bogotá–Medellín', 'Bogotá–Cali', 'Última milla'],
  },
]

export const COLORS: Weighted = [
  ['BLANCO', 55],
  ['GRIS', 12],
  ['PLATA', 11],
  ['NEGRO', 8],
  ['ROJO', 6],
  ['AZUL', 4],
  ['ARENA', 2],
  ['VERDE', 1],
  ['NARANJA', 1],
]
export const VERSIONS = ['BASE', 'SENSE', 'ADVANCE', 'AUSTERO', 'CONFORT', 'EQUIPADO']
export const PRIORITIES: Weighted = [
  ['alta', 2],
  ['media', 5],
  ['baja', 3],
]

/** The uses of each class of vehicle. */
export const USES: Readonly<Record<string, readonly string[]>> = {
  AUTOMOVIL: ['ejecutivo', 'ventas', 'supervisión'],
  CAMIONETA: ['reparto', 'personal', 'ejecutivo'],
  CAMION: ['reparto', 'carga', 'mantenimiento'],
  TRACTOCAMION: ['carga'],
  REMOLQUE: ['carga'],
  MOTOCICLETA: ['mensajería'],
}

/** Country of the first characters of a VIN, the longest first. */
export const ORIGINS: readonly (readonly [prefix: string, country: string])[] = [
  ['9F', 'COLOMBIA'],
  ['9', 'BRASIL'],
  ['8A', 'ARGENTINA'],
  ['MR', 'TAILANDIA'],
  ['MH', 'INDONESIA'],
  ['M', 'INDIA'],
  ['3', 'MEXICO'],
  ['1', 'ESTADOS UNIDOS'],
  ['5', 'ESTADOS UNIDOS'],
  ['7', 'ESTADOS UNIDOS'],
  ['2', 'CANADA'],
  ['J', 'JAPON'],
  ['K', 'COREA'],
  ['L', 'CHINA'],
  ['W', 'ALEMANIA'],
]
