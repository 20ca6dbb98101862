// The rules of cells that only the edit and replace workbooks have, and of plate and VIN with the form's texts, which
// differ between adding and editing.
import { ACTIVE, ASSET_STATUSES, bareIdentifier, notANumber } from '../assets.ts'
import { bareWords } from '../normalize.ts'
import type { Country } from '../places/countries.ts'
import { FORM_TEXTS, REPLACEMENT_REASONS } from '../texts/form-texts.ts'
import { localText } from '../texts/local-text.ts'
import { fieldFault } from '../vehicles/rules.ts'
import { type Refusal, reading, refuse } from './cell-rules.ts'
import type { TemplateKind } from './kinds.ts'
import { nearestWord } from './nearest.ts'

export const REACTIVATE = 'Reactivar'
/** Set only by the system; in a cell it changes nothing. */
export const SYSTEM_STATUS = 2

const statusText = (id: number): string => ASSET_STATUSES.find((status) => status.id === id)?.text ?? ''
/** The values of «Estatus» in the order of its drop-down. */
export const statusWords = (country?: Country): readonly string[] => [
  ...ASSET_STATUSES.filter(({ choosable }) => choosable).map(({ text }) => localText(text, country)),
  REACTIVATE,
]
export const REPLACEMENT_WORDS: readonly string[] = REPLACEMENT_REASONS.map(statusText)

/** The specification's alternative name, and Colombia's. */
const CORRALON = ['Corralón', 'En patios', 'Patios'].map((text) => [bareWords(text), 7] as const)
const STATUS_INDEX: ReadonlyMap<string, number> = new Map([
  ...ASSET_STATUSES.flatMap(({ id, text }): [string, number][] => [
    [bareWords(text), id],
    [`${id}`, id],
  ]),
  ...CORRALON,
])

const unknown = (label: string, text: string, words: readonly string[]): Refusal => {
  const near = nearestWord(text, words)
  return refuse(
    near
      ? `${label} desconocido; ¿quiso escribir ${near}?`
      : `${label} desconocido; escriba ${words.slice(0, -1).join(', ')} o ${words.at(-1)}.`,
  )
}

/** A status by name or number; only `Reactivar` reactivates, `Activo` does not. */
export const statusCell = reading((text): number | 'reactivate' | Refusal => {
  const word = bareWords(text)
  if (word === bareWords(REACTIVATE)) return 'reactivate'
  return STATUS_INDEX.get(word) ?? unknown('Estatus', text, statusWords())
})

export const replacementReasonCell = reading((text): number | Refusal => {
  if (text === '') return refuse(FORM_TEXTS.replacementReasonRequired)
  const id = STATUS_INDEX.get(bareWords(text)) ?? ACTIVE
  return REPLACEMENT_REASONS.some((reason) => reason === id)
    ? id
    : unknown('Motivo del reemplazo', text, REPLACEMENT_WORDS)
})

export const idCell = reading((text): number | Refusal =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : refuse(notANumber('ID')),
)
export const rowVersionCell = reading((text): number | Refusal =>
  /^\d{1,9}$/.test(text)
    ? Number(text)
    : refuse('Esta columna oculta la llena la plantilla y se alteró; déjela en blanco o descargue otra plantilla.'),
)

const KEY_AT_MOST = 50
/** A plate or VIN that only identifies a vehicle: it must exist, in any format. */
export const keyCell = (label: string) =>
  reading((text): string | Refusal => {
    const bare = bareIdentifier(text)
    return bare === '' || bare.length > KEY_AT_MOST ? refuse(`${label} no válido.`) : bare
  })

/** The form's own rule. */
export const identifierCell = (field: 'plate' | 'vin', kind: TemplateKind, country: Country) => {
  const options = { country, thisYear: 0, mode: kind === 'edit' ? 'edit' : 'add' } as const
  return reading((text): string | Refusal => {
    const value = bareIdentifier(text)
    const message = fieldFault(field, value, options)
    return message ? refuse(message) : value
  })
}
