// The state of a vehicle by resource type: the sign, the word and the date. Pure.
import type { Freshness } from '@padron/contract/catalogue/rows'
import type { Country } from '@padron/contract/places/countries'
import {
  isShownUnknown,
  resourceTypesOf,
  statusText,
  statusTone,
  type Tone,
  typeName,
  UNPROCESSED,
  worstStatus,
} from '@padron/contract/resources'
import { numericDay } from '@padron/contract/texts/day-texts'
import { dayIn } from '../../files/wall-clock.ts'
import { UNKNOWN } from '../workbook/cells.ts'
import type { SheetSource } from './sheet.queries.ts'

export type SheetSign = { sign: Tone | 'unknown'; old: boolean }
export type SheetState = SheetSign & { type: string; words: string; when: string }

export const pdfStatusSign = (statusId: number, state: Freshness['state'] | null): SheetSign => ({
  sign: isShownUnknown(statusId, state) ? 'unknown' : statusTone(statusId),
  old: state === 'old',
})

const RANK = { current: 0, old: 1, unknown: 2 } as const
type TypeState = { statusId: number; state: Freshness['state'] | null; goodAt: string | null }

/** A type with several sources shows the worst status and the oldest freshness. */
const typeStateOf = (own: readonly SheetSource[]): TypeState => ({
  statusId: worstStatus(own.map(({ statusId }) => statusId)),
  state: own.flatMap(({ state }) => (state ? [state] : [])).toSorted((a, b) => RANK[b] - RANK[a])[0] ?? null,
  goodAt: own.flatMap(({ goodAt }) => (goodAt ? [goodAt] : [])).toSorted()[0] ?? null,
})

const whenUnknown = (statusId: number, day: string | undefined): string =>
  day && statusId !== UNPROCESSED
    ? `último dato: ${statusText(statusId)}, del ${numericDay(day)}`
    : 'sin una respuesta válida'

const whenText = ({ statusId, state, goodAt }: TypeState, byHand: boolean, timeZone: string): string => {
  const day = goodAt ? dayIn(goodAt, timeZone) : undefined
  if (isShownUnknown(statusId, state)) return whenUnknown(statusId, day)
  if (day) return state === 'old' ? `dato antiguo, del ${numericDay(day)}` : `consultado el ${numericDay(day)}`
  return byHand ? 'sin consulta automática' : 'aún no se ha consultado'
}

/** Every type of the country; a type without a source for this vehicle says so. */
export const sheetStates = (sources: readonly SheetSource[], country: Country, timeZone: string): SheetState[] =>
  resourceTypesOf(country).map(({ id }) => {
    const own = sources.filter(({ typeId }) => typeId === id)
    const type = typeName(id, country)
    if (own.length === 0) return { type, sign: 'unprocessed', old: false, words: 'Sin fuente', when: 'en este estado' }
    const found = typeStateOf(own)
    const byHand = own.every(({ automatic }) => !automatic)
    const words = isShownUnknown(found.statusId, found.state) ? UNKNOWN : statusText(found.statusId)
    return { type, ...pdfStatusSign(found.statusId, found.state), words, when: whenText(found, byHand, timeZone) }
  })

const URGENCY = { debt: 0, warning: 1, unknown: 2, clear: 3, unprocessed: 4 } as const
/** Debts first, then unknown states, then those without debts. */
export const worstFirst = (sources: readonly SheetSource[]): SheetSource[] =>
  sources.toSorted(
    (a, b) => URGENCY[pdfStatusSign(a.statusId, a.state).sign] - URGENCY[pdfStatusSign(b.statusId, b.state).sign],
  )
