// Synonyms of column headings in companies' own sheets, and the field that a heading probably means. These are
// proposals that a person accepts; the template's own names (template/names.ts) are recognised without a confirmation.
import { bareWords, normalize } from '../normalize.ts'
import type { Country } from '../places/countries.ts'
import { findState } from '../places/state-names.ts'
import type { TemplateField } from '../template/columns.ts'
import type { TemplateKind } from '../template/kinds.ts'
import { knownNames } from '../template/names.ts'
import { typedHeading } from '../template/workbook-columns.ts'
import { type ColumnTarget, isKnownValue, mappableFields } from './mapping.ts'

const HEADING_READ = 120
const ARTICLES: ReadonlySet<string> = new Set(['de', 'del', 'la', 'el', 'los', 'las', 'y', 'en', 'o'])
const NUMBER: ReadonlySet<string> = new Set(['n', 'no', 'nro', 'num', 'numero', 'numeros', 'nº', 'n°'])

/** «Núm. de Serie», «No. serie» and «NUMERO DE SERIES» are all «num serie». */
const plainHeading = (heading: string): string =>
  normalize(heading.slice(0, HEADING_READ), 'NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}º°]+/u)
    .filter((word) => word !== '' && !ARTICLES.has(word))
    .map((word) => (NUMBER.has(word) ? 'num' : word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word))
    .join(' ')

/** Names for one field, without articles and in the singular. */
const SYNONYMS: Readonly<Partial<Record<TemplateField, readonly string[]>>> = {
  plate: ['placa', 'num placa', 'placa num', 'placa vehiculo', 'placa unidad', 'placa actual', 'matricula'],
  vin: [
    'serie',
    'num serie',
    'serie num',
    'num serie vin',
    'serie vin',
    'vin serie',
    'niv vin',
    'vin niv',
    'num vin',
    'num niv',
    'chasi',
    'chasis',
    'num chasi',
    'num chasis',
    'serie chasi',
    'vin chasi',
    'chasi vin',
    'serie vehiculo',
    'serie vehicular',
    'num serie vehiculo',
    'num identificacion vehicular',
  ],
  customId: [
    'eco',
    'num eco',
    'eco num',
    'economico',
    'num economico',
    'unidad',
    'num unidad',
    'id unidad',
    'interno',
    'num interno',
    'movil',
    'num movil',
    'num control',
    'inventario',
    'num inventario',
    'activo fijo',
    'num activo fijo',
    'clave unidad',
    'clave vehiculo',
  ],
  stateId: [
    'estado',
    'edo',
    'entidad',
    'entidad federativa',
    'estado placa',
    'placa estado',
    'estado emplacamiento',
    'estado emplacado',
    'estado circulacion',
    'departamento',
  ],
  assetStatusId: [
    'statu',
    'status',
    'estatu',
    'estatus',
    'situacion',
    'situacion actual',
    'estatu vehiculo',
    'estatu unidad',
    'statu unidad',
    'estado vehiculo',
    'estado unidad',
    'condicion',
  ],
  taxIdentifier: ['rfc', 'nit', 'rfc titular', 'rfc propietario', 'rfc empresa', 'cedula', 'nit titular'],
  rfcName: ['razon social', 'titular', 'empresa', 'compania', 'a nombre', 'nombre titular', 'facturado a'],
  lessorName: ['arrendadora', 'arrendador', 'leasing', 'financiera', 'renting'],
  ownerName: ['propietario', 'dueno', 'nombre propietario'],
  brandName: ['marca', 'armadora', 'fabricante'],
  modelName: ['submarca', 'sub marca', 'linea', 'modelo', 'nombre modelo', 'vehiculo modelo'],
  year: ['ano', 'ano modelo', 'modelo ano', 'ano vehiculo', 'ano fabricacion', 'mod'],
  version: ['version', 'linea version'],
  class: ['clase', 'clase vehiculo'],
  type: ['tipo', 'tipo vehiculo', 'tipo unidad', 'carroceria', 'tipo carroceria'],
  engineNumber: ['motor', 'num motor', 'serie motor', 'num serie motor', 'motor num'],
  vehicleColor: ['color', 'color vehiculo', 'color unidad'],
  doors: ['puerta', 'num puerta'],
  cilinders: ['cilindro', 'num cilindro', 'cilindraje', 'cilindrada'],
  axes: ['eje', 'num eje'],
  country: ['pai origen', 'pais origen', 'pai', 'pais', 'origen'],
  observations: ['observacion', 'observacione', 'nota', 'comentario', 'descripcion'],
  plateDate: ['fecha emplacamiento', 'fecha placa', 'fecha emplacado', 'fecha matricula'],
  plateEntity: ['entidad emplacamiento', 'organismo transito', 'secretaria transito'],
  registrationDate: ['fecha registro', 'fecha inscripcion'],
  tags: ['etiqueta', 'tag'],
}

/** Headings of a company's own classification, which becomes tags; the category is the heading. */
const CATEGORIES: ReadonlySet<string> = new Set([
  'sucursal',
  'sucursale',
  'ubicacion',
  'region',
  'regione',
  'zona',
  'plaza',
  'base',
  'sede',
  'planta',
  'cedis',
  'cedi',
  'area',
  'departamento',
  'depto',
  'gerencia',
  'division',
  'centro costo',
  'centro coste',
  'cc',
  'ruta',
  'cliente',
  'proyecto',
  'uso',
  'ciudad',
  'municipio',
])

const FIELD_OF: ReadonlyMap<string, TemplateField> = new Map(
  Object.entries(SYNONYMS).flatMap(([field, names]) => names.map((name) => [name, field as TemplateField] as const)),
)
/** In a replacement workbook, the fields of the replaced vehicle. */
const REPLACED: Readonly<Partial<Record<TemplateField, TemplateField>>> = { plate: 'currentPlate', vin: 'currentVin' }

const fieldOf = (kind: TemplateKind, heading: string, country: Country): TemplateField | undefined => {
  const plain = plainHeading(heading)
  // A department is a state in Colombia; in Mexico it is a department of the company.
  if (plain === 'departamento' && country === 'MX') return undefined
  const named = knownNames(kind, country).get(bareWords(typedHeading(heading)))
  if (named) return named
  const field = FIELD_OF.get(plain)
  return kind === 'replace' && field ? (REPLACED[field] ?? field) : field
}

/** Whether a text is the heading of a column, in any kind of workbook. */
export const isHeading = (kind: TemplateKind, heading: string, country: Country): boolean =>
  fieldOf(kind, heading, country) !== undefined || CATEGORIES.has(plainHeading(heading))

/** A column of a company's sheet, with some of its texts. */
export type SheetColumn = { heading: string; texts: readonly string[] }

const YEAR = /^(19[5-9]\d|20\d\d)$/
const most = (texts: readonly string[], is: (text: string) => boolean): boolean => {
  const filled = texts.filter((text) => text.trim() !== '')
  return filled.length > 0 && filled.filter(is).length * 2 > filled.length
}

const holdStatuses = (texts: readonly string[], country: Country): boolean =>
  texts.some((text) => text.trim() !== '' && isKnownValue('assetStatusId', text, country)) &&
  texts.every((text) => findState(text, country) === undefined)

const NOTHING: ColumnTarget = { field: null, category: null }

/** The probable target of each column; a field is proposed once, for the column with the closest name. */
export const proposeTargets = (
  kind: TemplateKind,
  columns: readonly SheetColumn[],
  country: Country,
): readonly ColumnTarget[] => {
  const allowed = new Set(mappableFields(kind, country).map(({ field }) => field))
  const exact = columns.map(({ heading }) => knownNames(kind, country).get(bareWords(typedHeading(heading))))
  const wanted = columns.map(({ heading, texts }) => {
    const field = fieldOf(kind, heading, country)
    // «Modelo» is a year in many sheets, regardless of the country.
    if ((field === 'modelName' || field === 'year') && plainHeading(heading) === 'modelo')
      return most(texts, (text) => YEAR.test(text.trim())) ? 'year' : 'modelName'
    // «Estado» is often the vehicle's status: «ACTIVO», «BAJA».
    if (field === 'stateId' && holdStatuses(texts, country)) return 'assetStatusId'
    return field
  })
  const used = new Set<TemplateField>()
  const take = (field: TemplateField | undefined): boolean => {
    if (!field || !allowed.has(field) || used.has(field)) return false
    used.add(field)
    return true
  }
  const byName = wanted.map((field, i) => field === exact[i] && take(field))
  const given = wanted.map((field, i) => byName[i] || take(field))
  return columns.map(({ heading, texts }, i) => {
    if (given[i]) return { field: wanted[i] ?? null, category: null }
    if (!CATEGORIES.has(plainHeading(heading))) return NOTHING
    // «Ubicación» with the names of states is the state, if no other column is.
    if (!wanted.includes('stateId') && most(texts, (text) => findState(text, country) !== undefined) && take('stateId'))
      return { field: 'stateId', category: null }
    return { field: null, category: typedHeading(heading) }
  })
}
