// Resource types and status ids, one table each. All screens, filters, workbooks and connectors read the statuses,
// their meaning, their appearance and the catalogue column of a type here. Ids: specification core §4, §9.
import type { Country } from './places/countries.ts'
import { localText } from './texts/local-text.ts'

/**
 * The tone of a status: `debt` red octagon, `warning` amber triangle, `clear` green circle, `unprocessed` grey ring.
 */
export type Tone = 'debt' | 'warning' | 'clear' | 'unprocessed'

export const STATUSES = {
  [-1]: { tone: 'unprocessed', text: 'Sin procesar' },
  0: { tone: 'debt', text: 'Con multas' },
  1: { tone: 'clear', text: 'Sin multas' },
  2: { tone: 'debt', text: 'Con adeudo de tenencia' },
  3: { tone: 'clear', text: 'Sin adeudo de tenencia' },
  4: { tone: 'debt', text: 'Con reporte de robo' },
  5: { tone: 'clear', text: 'Sin reporte de robo' },
  6: { tone: 'clear', text: 'Con seguro vigente' },
  7: { tone: 'clear', text: 'Sin adeudos diversos' },
  8: { tone: 'debt', text: 'Sin seguro vigente' },
  9: { tone: 'debt', text: 'Con adeudos diversos' },
  10: { tone: 'warning', text: 'El vehículo no existe' },
  11: { tone: 'warning', text: 'No registrado' },
  12: { tone: 'warning', text: 'Cambio de placa' },
  13: { tone: 'warning', text: 'Requiere intervención manual' },
  14: { tone: 'clear', text: 'Correcto' },
  15: { tone: 'warning', text: 'Caso desconocido' },
  16: { tone: 'debt', text: 'Con adeudo de refrendo' },
  17: { tone: 'clear', text: 'Sin adeudo de refrendo' },
  18: { tone: 'warning', text: 'Credenciales inválidas' },
  19: { tone: 'clear', text: 'Con tarjeta de circulación vigente' },
  20: { tone: 'debt', text: 'Sin tarjeta de circulación vigente' },
  21: { tone: 'warning', text: 'Posible adeudo de tenencia' },
  22: { tone: 'clear', text: 'RTM vigente' },
  23: { tone: 'debt', text: 'RTM vencida o sin registro' },
  24: { tone: 'debt', text: 'Con comparendos' },
  25: { tone: 'clear', text: 'Sin comparendos' },
  26: { tone: 'clear', text: 'No requiere RTM' },
  27: { tone: 'clear', text: 'Placa vigente' },
  28: { tone: 'debt', text: 'Placa vencida' },
  29: { tone: 'warning', text: 'Placa inactiva' },
} as const satisfies Record<number, { tone: Tone; text: string }>

export type StatusId = keyof typeof STATUSES
export const STATUS_IDS = Object.keys(STATUSES).map(Number) as readonly StatusId[]
export const isStatusId = (id: number): id is StatusId => id in STATUSES
export const UNPROCESSED = -1 satisfies StatusId

type ResourceType = {
  id: number
  /** The catalogue row's field (spec bulk §3); type 10 has none of its own and is part of tenenciaStatus. */
  column: string | null
  names: Partial<Record<Country, string>>
  clear: readonly StatusId[]
  debt: readonly StatusId[]
  /** The options of the catalogue's filter (spec core §9), unprocessed first. */
  filter: readonly StatusId[]
  /** Freshness of an answer in hours; `season` in January–April, when tenencia and refrendo are paid. */
  freshHours: number
  seasonHours?: number
  /** Its debts have an amount of money. */
  money?: true
  /** The only states whose vehicles have it; absent: vehicles of all states. */
  states?: readonly number[]
}

export const RESOURCE_TYPES = [
  {
    id: 1,
    money: true,
    column: 'ticketStatus',
    names: { MX: 'Multas', CO: 'Multas' },
    clear: [1],
    debt: [0],
    filter: [-1, 0, 1],
    freshHours: 24,
  },
  {
    id: 0,
    money: true,
    column: 'tenenciaStatus',
    names: { MX: 'Tenencias' },
    clear: [3],
    debt: [2],
    filter: [-1, 2, 3],
    freshHours: 168,
    seasonHours: 24,
  },
  {
    id: 10,
    column: null,
    names: { MX: 'Posibles adeudos de tenencia' },
    clear: [3],
    debt: [],
    filter: [-1, 21, 3],
    freshHours: 168,
    seasonHours: 24,
  },
  {
    id: 8,
    money: true,
    column: 'refrendoStatus',
    names: { MX: 'Refrendos' },
    clear: [17],
    debt: [16],
    filter: [-1, 16, 17],
    freshHours: 168,
    seasonHours: 24,
  },
  {
    id: 9,
    money: true,
    column: 'ticketsCDMXStatus',
    names: { MX: 'Multas CDMX' },
    clear: [1],
    debt: [0],
    filter: [-1, 0, 1],
    freshHours: 24,
  },
  {
    id: 7,
    money: true,
    column: 'ticketsEnvStatus',
    names: { MX: 'Multas ambientales' },
    // the capital and its neighbour
    states: [9, 15],
    clear: [1],
    debt: [0],
    filter: [-1, 0, 1],
    freshHours: 168,
  },
  {
    id: 6,
    money: true,
    column: 'miscStatus',
    names: { MX: 'Adeudos diversos' },
    clear: [7],
    debt: [9],
    filter: [-1, 9, 7],
    freshHours: 168,
  },
  {
    id: 13,
    money: true,
    column: 'violationStatus',
    names: { CO: 'Comparendos' },
    clear: [25],
    debt: [24],
    filter: [-1, 24, 25],
    freshHours: 24,
  },
  {
    id: 4,
    column: 'stolenStatus',
    names: { MX: 'Reporte de robo' },
    clear: [5],
    debt: [4],
    filter: [-1, 4, 5],
    freshHours: 24,
  },
  {
    id: 5,
    column: 'insuranceStatus',
    names: { MX: 'Seguro', CO: 'SOAT' },
    clear: [6],
    debt: [8],
    filter: [-1, 6, 8],
    freshHours: 168,
  },
  {
    id: 12,
    column: 'inspectionStatus',
    names: { CO: 'RTM' },
    clear: [22, 26],
    debt: [23],
    filter: [-1, 22, 23, 26],
    freshHours: 168,
  },
  {
    id: 3,
    column: 'cardStatus',
    names: { MX: 'Tarjeta de circulación' },
    // only Mexico City's source reports it
    states: [9],
    clear: [19],
    debt: [20],
    filter: [-1, 19, 20],
    freshHours: 720,
  },
  {
    id: 14,
    column: 'plateStatus',
    names: { MX: 'Estado de placa' },
    clear: [27],
    debt: [28],
    filter: [-1, 27, 28, 29],
    freshHours: 720,
  },
  {
    id: 2,
    column: 'repuveStatus',
    names: { MX: 'Información vehicular' },
    clear: [14],
    debt: [],
    filter: [-1, 14, 10, 11, 12],
    freshHours: 720,
  },
] as const satisfies readonly ResourceType[]

export type ResourceTypeId = (typeof RESOURCE_TYPES)[number]['id']
/**
 * The type that queries possible debts of tenencia, and the answer that there may be one: no sum has it, and the
 * tenencia itself has a clear answer, but the vehicle is not clear.
 */
export const POSSIBLE_DEBTS = 10 satisfies ResourceTypeId
export const MAY_OWE = 21 satisfies StatusId
export type StatusColumn = NonNullable<(typeof RESOURCE_TYPES)[number]['column']>
export const STATUS_COLUMNS = RESOURCE_TYPES.flatMap(({ column }) =>
  column ? [column] : [],
) as readonly StatusColumn[]

/** The types whose answers determine a column: possible tenencia debts (10) are part of the tenencia's. */
export const typesOfColumn = (column: StatusColumn): readonly number[] =>
  RESOURCE_TYPES.flatMap(({ id, column: own }) =>
    own === column || (own === null && column === 'tenenciaStatus') ? [id] : [],
  )

export const resourceType = (id: number): ResourceType | undefined => RESOURCE_TYPES.find((type) => type.id === id)
/** Types of monetary debts, without possible tenencia debts (10), which belong to type 0 once confirmed. */
export const MONEY_TYPES: ReadonlySet<number> = new Set(
  RESOURCE_TYPES.flatMap((type) => ('money' in type ? [type.id] : [])),
)

/** The types of a country, in display order. */
export const resourceTypesOf = (country: Country): readonly ResourceType[] =>
  RESOURCE_TYPES.filter(({ names }) => country in names)
/** Whether vehicles of the state have the type. */
export const existsIn = (id: number, stateId: number): boolean => resourceType(id)?.states?.includes(stateId) ?? true
export const typeName = (id: number, country: Country): string =>
  resourceType(id)?.names[country] ?? resourceType(id)?.names.MX ?? resourceType(id)?.names.CO ?? `Recurso ${id}`

export const statusText = (id: number): string => (isStatusId(id) ? localText(STATUSES[id].text) : 'Estado desconocido')
export const statusTone = (id: number): Tone => (isStatusId(id) ? STATUSES[id].tone : 'warning')

const RANK: Record<Tone, number> = { debt: 0, warning: 1, unprocessed: 2, clear: 3 }

/** A type with several resources shows the worst: debt or report, then problem, then unprocessed, then clear. */
export const worstStatus = (ids: readonly number[]): number =>
  ids.reduce((worst, id) => (RANK[statusTone(id)] < RANK[statusTone(worst)] ? id : worst), ids[0] ?? UNPROCESSED)

/**
 * Whether a type's status is shown as unknown: a debt or a warning of one source remains, although another source of
 * the type has given no valid answer.
 * @param freshness the worst of the type's sources
 */
export const isShownUnknown = (statusId: number, freshness: string | null | undefined): boolean =>
  freshness === 'unknown' && RANK[statusTone(statusId)] >= RANK.unprocessed

/**
 * The tenencia column also covers forced tenencias (type 10): 21 if no debt and no other problem is known.
 * @param tenencia worst of type 0
 * @param forced worst of type 10, or undefined without such a resource
 */
export const tenenciaColumn = (tenencia: number, forced: number | undefined): number =>
  forced === 21 && (statusTone(tenencia) === 'clear' || tenencia === UNPROCESSED) ? 21 : tenencia

/** Months (1–12) in which tenencia and refrendo fall due almost everywhere. */
export const isSeason = (month: number): boolean => month <= 4
