// What applying a file does besides its rows, before it and after it; nothing where it was not applied or was undone. Pure.
import type { Import, ImportState } from '@padron/contract/imports'
import { numberText } from '../../lib/number-text.ts'
import { vehiclesText } from '../../lib/vehicles-text.ts'

const TAGS_NAMED = 10

type Tense = 'does' | 'did'
const TENSES: Partial<Record<ImportState, Tense>> = {
  checked: 'does',
  refused: 'does',
  queued: 'does',
  applied: 'did',
  undoing: 'did',
}

type Verb = Readonly<Record<Tense, readonly [one: string, many: string]>>
const VERBS: Readonly<Record<'deactivated' | 'reactivated' | 'replaced', Verb>> = {
  deactivated: { does: ['se da de baja', 'se dan de baja'], did: ['se dio de baja', 'se dieron de baja'] },
  reactivated: { does: ['se reactiva', 'se reactivan'], did: ['se reactivó', 'se reactivaron'] },
  replaced: { does: ['se reemplaza', 'se reemplazan'], did: ['se reemplazó', 'se reemplazaron'] },
}
const CREATES: Readonly<Record<Tense, readonly [one: string, many: string]>> = {
  does: ['Se crea la etiqueta', 'Se crean'],
  did: ['Se creó la etiqueta', 'Se crearon'],
}

/** 'a, b y 290 más' */
const namesOf = ({ newTags, newTagCount }: Import['effects']): string => {
  const named = newTags.slice(0, TAGS_NAMED)
  const rest = newTagCount - named.length
  return `${named.join(', ')}${rest > 0 ? ` y ${numberText(rest)} más` : ''}`
}

/** Sentences; `names`: of the tags in it. */
export const effectsOf = ({
  state,
  effects,
}: Pick<Import, 'state' | 'effects'>): { text: string; names?: string }[] => {
  const tense = TENSES[state]
  if (!tense) return []
  const vehicles = (['deactivated', 'reactivated', 'replaced'] as const)
    .filter((what) => effects[what] > 0)
    .map((what) => ({ text: `${vehiclesText(effects[what])} ${VERBS[what][tense][effects[what] === 1 ? 0 : 1]}` }))
  const { newTagCount } = effects
  if (newTagCount === 0) return vehicles
  const [one, many] = CREATES[tense]
  const text = newTagCount === 1 ? one : `${many} ${numberText(newTagCount)} etiquetas`
  return [...vehicles, { text, names: namesOf(effects) }]
}
