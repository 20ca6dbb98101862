// REPUVE's own page by plate and VIN → types 2 and 4: a table of labels and a sentence about theft, which is recognised from its
// beginning, never in part. A captcha stands before the page: only for installations with an agreement, never assigned by default.
import type { CheerioAPI } from 'cheerio'
import {
  defineConnector,
  type Finding,
  type Parsed,
  type RawAnswer,
  type Registration,
  type Subject,
} from '../connector.ts'
import { drift, failed } from '../parsing/answers.ts'
import { isoDate } from '../parsing/dates.ts'
import { everyType, remark } from '../parsing/payables.ts'
import { registrationFields } from '../parsing/registration.ts'
import { fold, sameIdentifier } from '../parsing/text.ts'
import { cellsOf, paragraphsOf, readPage } from './page-text.ts'

const TYPES = [2, 4] as const

// biome-ignore format: a table to be read by columns
const THEFT: readonly (readonly [RegExp, status: number])[] = [
  [/^SIN REPORTE DE ROBO\.?$/,                    5],
  [/^CON REPORTE DE ROBO( VIGENTE)?\.?( · .*)?$/, 4],
  [/^CON REPORTE DE RECUPERADO\.?( · .*)?$/,      5],
]

const NIV = 'NUMERO DE IDENTIFICACION VEHICULAR (NIV)'
// biome-ignore format: a table to be read by columns
const LABELS: readonly string[] = [
  'MARCA', 'MODELO', 'ANO MODELO', 'CLASE', 'TIPO', NIV, 'NUMERO DE CONSTANCIA DE INSCRIPCION (NCI)', 'PLACA', 'NUMERO DE PUERTAS', 'PAIS DE ORIGEN',
  'VERSION', 'DESPLAZAMIENTO (CC/L)', 'NUMERO DE CILINDROS', 'NUMERO DE EJES', 'PLANTA DE ENSAMBLE', 'DATOS COMPLEMENTARIOS',
  'INSTITUCION QUE LO INSCRIBIO', 'FECHA DE INSCRIPCION', 'HORA DE INSCRIPCION', 'ENTIDAD QUE EMPLACO', 'FECHA DE EMPLACADO',
  'FECHA DE ULTIMA ACTUALIZACION', 'FOLIO DE CONSTANCIA DE INSCRIPCION', 'OBSERVACIONES',
]

type Said = { label: string; name: string; value: string }

const rowsOf = (page: CheerioAPI): Said[] =>
  page('table tr').toArray().flatMap((line) => {
    const [label = '', value = '', more] = cellsOf(page, line)
    return more === undefined && label.endsWith(':') ? [{ label: label.slice(0, -1), name: fold(label.slice(0, -1)), value }] : []
  }) // biome-ignore format: one row

const number = (value: string | undefined): string | undefined => /^\d+/.exec(value ?? '')?.[0]
const day = (value: string | undefined): string | undefined => isoDate(value ?? '')?.slice(0, 10)

function registrationOf(get: (name: string) => string | undefined): Registration {
  return {
    foundBy: 'vin',
    fields: registrationFields({
      plate: get('PLACA'),
      vin: get(NIV),
      brandName: get('MARCA'),
      modelName: get('MODELO'),
      year: get('ANO MODELO'),
      version: get('VERSION'),
      class: get('CLASE'),
      type: get('TIPO'),
      doors: number(get('NUMERO DE PUERTAS')),
      cilinders: number(get('NUMERO DE CILINDROS')),
      axes: number(get('NUMERO DE EJES')),
      country: get('PAIS DE ORIGEN'),
      assemblyPlace: get('PLANTA DE ENSAMBLE'),
      supplementaryData: get('DATOS COMPLEMENTARIOS'),
      registrationInstitution: get('INSTITUCION QUE LO INSCRIBIO'),
      registrationDate: day(get('FECHA DE INSCRIPCION')),
      plateEntity: get('ENTIDAD QUE EMPLACO'),
      plateDate: day(get('FECHA DE EMPLACADO')),
      registrationSheet: get('FOLIO DE CONSTANCIA DE INSCRIPCION'),
      observations: get('OBSERVACIONES'),
    }),
  }
}

function theftIn(paragraphs: readonly string[]): Finding | undefined {
  for (const said of paragraphs) {
    const [, status] = THEFT.find(([wording]) => wording.test(fold(said))) ?? []
    if (status !== undefined)
      return { type: 4, status, results: [remark('Reporte de robo', [{ label: 'Situación', value: said }])] }
  }
  return undefined
}

function read(rows: readonly Said[], paragraphs: readonly string[], { vin, plate }: Subject): Parsed {
  const get = (name: string) => rows.find((row) => row.name === name)?.value
  if (!sameIdentifier(vin, get(NIV) ?? '')) return drift('La respuesta es de otro vehículo: el NIV no coincide.')
  if (!get('MARCA') || !get('ANO MODELO')) return drift('La tabla del registro cambió.')
  const answered = get('PLACA') ?? ''
  const changed =
    plate !== '' && answered !== '' && fold(answered) !== 'SIN INFORMACION' && !sameIdentifier(plate, answered)
  const notes = rows.map(({ label, value }) => ({ label, value }))
  const registry: Finding = {
    type: 2,
    status: changed ? 12 : 14,
    results: [remark('Datos del registro', [...notes, { label: 'Placa consultada', value: changed ? plate : null }])],
  }
  const theft = theftIn(paragraphs)
  const unknownFields = rows.flatMap(({ name, label }) => (LABELS.includes(name) ? [] : [label]))
  const extra = { registration: registrationOf(get), ...(unknownFields.length ? { unknownFields } : {}) }
  if (theft) return { outcome: 'ok', findings: [registry, theft], ...extra }
  return { outcome: 'partial', findings: [registry], remarks: ['La fuente no dijo si hay reporte de robo.'], ...extra }
}

function parse(answers: readonly RawAnswer[], subject: Subject): Parsed {
  const { page, trouble } = readPage(answers.at(-1))
  if (trouble) return trouble
  const rows = rowsOf(page)
  const paragraphs = paragraphsOf(page)
  if (rows.length) return read(rows, paragraphs, subject)
  const said = paragraphs.join(' ')
  if (/^(PLACA|NIV|VEHICULO) NO ENCONTRAD[AO]\.?$/.test(fold(said)))
    return { outcome: 'ok', findings: everyType(TYPES, 10) }
  if (/NO ESTA DISPONIBLE|INTENTE MAS TARDE/.test(fold(said))) return failed(said)
  return drift('La página no trae los datos del registro.')
}

export const repuvePortal = defineConnector({
  key: 'mx-repuve-portal',
  portal: 'repuve-portal',
  country: 'MX',
  types: TYPES,
  mode: 'form',
  inputs: ['plate', 'vin'],
  deadlineMs: 60_000,
  parserVersion: 1,
  delivery: 'sync',
  fetch: async ({ plate, vin }, door) => [
    await door.request({ method: 'POST', path: '/consulta', form: { niv: vin, placa: plate } }),
  ],
  parse,
})
