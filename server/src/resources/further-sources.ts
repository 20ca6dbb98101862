// Sources beside those that already answer for a type and place, and the open data that tells the past. A second source of a
// type would keep the whole type "unprocessed" until it answers, so these stay out of use until an installation decides who
// serves each (padron resource serve, or manual). What tells the past decides no status and is in use at once. Ids are stable.
import type { Country } from '@padron/contract/countries'
import type { ResourceTypeId } from '@padron/contract/resources'
import type { Portal, Resource } from './catalogue.ts'
import { AVIT_CITIES } from './co/avit.ts'

// biome-ignore format: a table to be read by columns
export const FURTHER_PORTALS: readonly Portal[] = [
  { key: 'repuve-portal',      name: 'REPUVE, consulta ciudadana',      owner: 'SESNSP',                            country: 'MX', url: 'https://www2.repuve.gob.mx:8443/ciudadania/' },
  { key: 'cdmx-tenencia',      name: 'Cálculo de tenencia CDMX',        owner: 'SAF, Ciudad de México',             country: 'MX', url: 'https://data.finanzas.cdmx.gob.mx/Front_ten/' },
  { key: 'cdmx-infracciones',  name: 'Infracciones CDMX',               owner: 'SSC y SAF, Ciudad de México',       country: 'MX', url: 'https://infracciones.cdmx.gob.mx' },
  { key: 'cdmx-fotocivicas',   name: 'Fotocívicas CDMX',                owner: 'SEMOVI, Ciudad de México',          country: 'MX', url: 'https://tramites.cdmx.gob.mx/fotocivicas/public/' },
  { key: 'cdmx-ambiental',     name: 'Verificación y sanciones ambientales', owner: 'SEDEMA, Ciudad de México',     country: 'MX', url: 'https://verificacionvehicular.sedema.cdmx.gob.mx' },
  { key: 'puebla-foto',        name: 'Fotoinfracciones de Puebla',      owner: 'Gobierno de Puebla',                country: 'MX', url: 'https://fotoinfraccion.puebla.gob.mx' },
  { key: 'runt-portal',        name: 'RUNT, consulta ciudadana',        owner: 'Ministerio de Transporte',          country: 'CO', url: 'https://portalpublico.runt.gov.co' },
  { key: 'bogota-sdm',         name: 'Comparendos de Bogotá',           owner: 'Secretaría Distrital de Movilidad', country: 'CO', url: 'https://webfenix.movilidadbogota.gov.co' },
  { key: 'placapi-runt',       name: 'RUNT (PlacApi)',                  owner: 'Ministerio de Transporte, por PlacApi', country: 'CO', url: 'https://placapi.com' },
  { key: 'placapi-mx',         name: 'REPUVE y robo (PlacApi)',         owner: 'SESNSP, por PlacApi',               country: 'MX', url: 'https://placapi.com' },
  { key: 'apitude-runt',       name: 'RUNT (Apitude)',                  owner: 'Ministerio de Transporte, por Apitude', country: 'CO', url: 'https://apitude.co' },
  ...AVIT_CITIES.map(({ city, name, front }): Portal => ({ key: `avit-${city}`, name: `AVIT ${name}`, owner: `Movilidad de ${name}, por Quipux`, country: 'CO', url: front })),
]

type Row = readonly [
  id: number, key: string, name: string, type: ResourceTypeId, country: Country, stateId: number | null, portal: string, inputs: string, mode: string,
  wall: string | null,
] // biome-ignore format: one row

const CAPTCHA = 'Captcha'
const UNKNOWN = 'Nadie ha revisado si pide captcha ni sus condiciones de uso'
const RUNT = 'Cortafuegos y captcha en RUNT'
const BOGOTA = 1011

// biome-ignore format: a table to be read by columns
const ROWS: readonly Row[] = [
  [5101, 'mx-cdmx-fotocivicas',    'Fotocívicas · Ciudad de México',            9,  'MX', 9,    'cdmx-fotocivicas',  'plate',               'licensed-or-manual',   CAPTCHA],
  [5102, 'mx-cdmx-ambiental',      'Sanciones ambientales · Ciudad de México',  7,  'MX', 9,    'cdmx-ambiental',    'plate vin',           'licensed-or-manual',   'Varía; no hay consulta autorizada por máquina'],
  [5103, 'mx-puebla-foto',         'Fotoinfracciones · Puebla',                 1,  'MX', 21,   'puebla-foto',       'plate vinLast5',      'manual-until-checked', UNKNOWN],
  [5104, 'mx-repuve-portal-2',     'Información vehicular · REPUVE',            2,  'MX', null, 'repuve-portal',     'plate vin',           'licensed-or-manual',   'reCAPTCHA y consulta cifrada'],
  [5105, 'mx-repuve-portal-4',     'Reporte de robo · REPUVE',                  4,  'MX', null, 'repuve-portal',     'plate vin',           'licensed-or-manual',   'reCAPTCHA y consulta cifrada'],
  [5106, 'mx-cdmx-infracciones',   'Infracciones · Ciudad de México',           9,  'MX', null, 'cdmx-infracciones', 'plate',               'licensed-or-manual',   CAPTCHA],
  [5107, 'mx-cdmx-tenencia-0',     'Tenencias · cálculo de CDMX',               0,  'MX', 9,    'cdmx-tenencia',     'plate',               'licensed-or-manual',   'Captcha de imagen'],
  [5108, 'mx-cdmx-tenencia-8',     'Refrendos · cálculo de CDMX',               8,  'MX', 9,    'cdmx-tenencia',     'plate',               'licensed-or-manual',   'Captcha de imagen'],
  [5109, 'mx-cdmx-tenencia-10',    'Posibles adeudos de tenencia · cálculo de CDMX', 10, 'MX', 9, 'cdmx-tenencia',   'plate',               'licensed-or-manual',   'Captcha de imagen'],
  [5150, 'mx-placapi-2',           'Información vehicular · PlacApi',           2,  'MX', null, 'placapi-mx',        'plate',               'licensed',             'reCAPTCHA y consulta cifrada en REPUVE'],
  [5160, 'mx-msla-4',              'Reporte de robo · OCRA y fiscalías (MSLA)', 4,  'MX', null, 'msla',              'plate',               'licensed-or-manual',   'OCRA sólo atiende a socios; MSLA pide la CURP de una persona'],
  [6160, 'co-placapi-5',           'SOAT · RUNT por PlacApi',                   5,  'CO', null, 'placapi-runt',      'plate taxIdentifier', 'licensed',             'Cortafuegos y captcha de imagen en RUNT'],
  [6161, 'co-placapi-12',          'RTM · RUNT por PlacApi',                    12, 'CO', null, 'placapi-runt',      'plate taxIdentifier', 'licensed',             'Cortafuegos y captcha de imagen en RUNT'],
  [6162, 'co-apitude-5',           'SOAT · RUNT por Apitude',                   5,  'CO', null, 'apitude-runt',      'plate',               'licensed',             'Cortafuegos y captcha de imagen en RUNT'],
  [6163, 'co-apitude-12',          'RTM · RUNT por Apitude',                    12, 'CO', null, 'apitude-runt',      'plate',               'licensed',             'Cortafuegos y captcha de imagen en RUNT'],
  [6101, 'co-bogota-1',            'Multas · Bogotá',                           1,  'CO', BOGOTA, 'bogota-sdm',      'plate taxIdentifier', 'licensed-or-manual',   'Captcha aritmético'],
  [6102, 'co-bogota-13',           'Comparendos · Bogotá',                      13, 'CO', BOGOTA, 'bogota-sdm',      'plate taxIdentifier', 'licensed-or-manual',   'Captcha aritmético'],
  [6103, 'co-runt-portal-5',       'Seguro · RUNT',                             5,  'CO', null, 'runt-portal',       'plate taxIdentifier', 'licensed-or-manual',   'Cortafuegos y captcha de imagen'],
  [6104, 'co-runt-portal-12',      'RTM · RUNT',                                12, 'CO', null, 'runt-portal',       'plate taxIdentifier', 'licensed-or-manual',   'Cortafuegos y captcha de imagen'],
  // The same licensed source as co-runt, asked without the owner's document.
  [6105, 'co-runt-placa-5',        'Seguro · RUNT por placa',                   5,  'CO', null, 'verifik-runt',      'plate',               'licensed',             RUNT],
  [6106, 'co-runt-placa-12',       'RTM · RUNT por placa',                      12, 'CO', null, 'verifik-runt',      'plate',               'licensed',             RUNT],
  [6107, 'co-runt-vin-5',          'Seguro · RUNT por VIN',                     5,  'CO', null, 'verifik-runt',      'vin plate',           'licensed',             RUNT],
  [6108, 'co-runt-vin-12',         'RTM · RUNT por VIN',                        12, 'CO', null, 'verifik-runt',      'vin plate',           'licensed',             RUNT],
  ...AVIT_CITIES.flatMap(({ city, name, stateId }, i): Row[] => [
    [6110 + 2 * i, `co-avit-${city}-1`,  `Multas · ${name}`,      1,  'CO', stateId, `avit-${city}`, 'plate', 'licensed-or-manual', 'Captcha, salvo donde el acceso dice que no'],
    [6111 + 2 * i, `co-avit-${city}-13`, `Comparendos · ${name}`, 13, 'CO', stateId, `avit-${city}`, 'plate', 'licensed-or-manual', 'Captcha, salvo donde el acceso dice que no'],
  ]),
]

type Past = readonly [id: number, key: string, name: string, type: ResourceTypeId, connector: string]
// biome-ignore format: a table to be read by columns
const PAST: readonly Past[] = [
  [6150, 'co-simit-historico', 'Multas 2019 a 2024, datos abiertos', 1, 'co-simit-historico'],
  [6151, 'co-parque-automotor', 'Parque automotor (registro parcial), datos abiertos', 2, 'co-parque-automotor'],
]

export const FURTHER: readonly Resource[] = [
  ...ROWS.map(([resourceId, key, name, type, country, stateId, portal, inputs, mode, wall]): Resource => ({
    resourceId, key, name, type, country, stateId, portal, mode, inputs: inputs.split(' '), connector: null, wall, purpose: 'status', further: true,
  })),
  ...PAST.map(([resourceId, key, name, type, connector]): Resource => ({
    resourceId, key, name, type, country: 'CO', stateId: null, portal: 'datos-gov-co', mode: 'open-data', inputs: ['plate'], connector, wall: null,
    purpose: 'history', further: false,
  })),
] // biome-ignore format: one row
