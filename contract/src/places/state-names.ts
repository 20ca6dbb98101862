// Finds a state by its id, name, short name or former name, ignoring case, accents and points; and suggests the nearest
// name if none matches.
import { bareWords } from '../normalize.ts'
import type { Country } from './countries.ts'
import { type State, statesOf } from './states.ts'

const OTHER_NAMES: Readonly<Record<Country, Readonly<Record<string, number>>>> = {
  MX: {
    distritofederal: 9,
    df: 9,
    mexicodf: 9,
    mexico: 15,
    edomex: 15,
    edodemexico: 15,
    coahuiladezaragoza: 5,
    michoacandeocampo: 16,
    queretarodearteaga: 22,
    veracruzdeignaciodelallave: 30,
    veracruzllave: 30,
  },
  CO: {
    bogota: 1011,
    distritocapital: 1011,
    valle: 1076,
    guajira: 1044,
    sanandres: 1088,
    sanandresyprovidencia: 1088,
    archipielagodesanandres: 1088,
    ntedesantander: 1054,
  },
}

const keysOf = (state: State) => [bareWords(state.stateName), bareWords(state.shortName), `${state.stateId}`]
const indexOf = (country: Country) =>
  new Map<string, number>([
    ...statesOf(country).flatMap((state) => keysOf(state).map((key) => [key, state.stateId] as const)),
    ...Object.entries(OTHER_NAMES[country]),
  ])
const INDEX: Readonly<Record<Country, ReadonlyMap<string, number>>> = { MX: indexOf('MX'), CO: indexOf('CO') }

export const findState = (text: string, country: Country): number | undefined => INDEX[country].get(bareWords(text))

/** The edit distance of two texts. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === b[j] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The state with the nearest name, within a third of its letters. */
export const nearestState = (text: string, country: Country): State | undefined => {
  const key = bareWords(text).slice(0, 60)
  const near = statesOf(country)
    .map((state) => ({ state, away: distance(key, bareWords(state.stateName)) }))
    .sort((a, b) => a.away - b.away)[0]
  return near && near.away <= Math.ceil(bareWords(near.state.stateName).length / 3) ? near.state : undefined
}
