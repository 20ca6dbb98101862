// The texts of the tags' screen: counts, colours, and the effects of a deletion. Pure.
import type { TAG_COLORS, TagCategory, TagEffects } from '@padron/contract/tags'
import { countOf } from '@padron/contract/texts/count-of'

export const COLOR_NAMES: Readonly<Record<(typeof TAG_COLORS)[number], string>> = {
  magenta: 'Magenta',
  red: 'Rojo',
  volcano: 'Terracota',
  orange: 'Naranja',
  gold: 'Dorado',
  lime: 'Lima',
  green: 'Verde',
  cyan: 'Turquesa',
  blue: 'Azul',
  geekblue: 'Índigo',
  purple: 'Morado',
}

export const tagsText = (amount: number): string => countOf(amount, 'etiqueta', 'etiquetas')
export const activeText = (amount: number): string => countOf(amount, 'vehículo activo', 'vehículos activos')

/** '12 etiquetas en 3 categorías' */
export const totalText = (categories: readonly TagCategory[]): string => {
  const tags = categories.reduce((sum, category) => sum + category.tags.length, 0)
  return `${tagsText(tags)} en ${countOf(categories.length, 'categoría', 'categorías')}`
}

const list = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}` : (parts[0] ?? '')

/** At most these many are named. */
const NAMED = 5

/** The document types that are no longer required: '«Póliza de seguro» dejará de pedirse.' */
export const noLongerRequiredText = (names: readonly string[]): string | undefined => {
  if (!names.length) return undefined
  const named = names.slice(0, NAMED).map((name) => `«${name}»`)
  const rest = names.length - named.length
  const all = rest > 0 ? [...named, countOf(rest, 'tipo de documento más', 'tipos de documento más')] : named
  return `${list(all)} ${names.length === 1 ? 'dejará' : 'dejarán'} de pedirse.`
}

/** Where the deleted tags are used: 'La tienen 12 vehículos y 1 usuario.' */
export const effectsText = ({ tags, vehicles, users, views, documentTypes }: Omit<TagEffects, 'unasked'>): string => {
  const parts = [
    { amount: vehicles, one: 'vehículo', many: 'vehículos' },
    { amount: users, one: 'usuario', many: 'usuarios' },
    { amount: views, one: 'vista guardada', many: 'vistas guardadas' },
    { amount: documentTypes, one: 'tipo de documento', many: 'tipos de documento' },
  ].flatMap(({ amount, one, many }) => (amount > 0 ? [countOf(amount, one, many)] : []))
  const several = tags !== 1
  if (!parts.length) return several ? 'Nadie las usa todavía.' : 'Nadie la usa todavía.'
  return `Se quitará de ${list(parts)}.`
}
