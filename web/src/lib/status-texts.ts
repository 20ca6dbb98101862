// A status in words: the status itself, its age, and its sign.
import type { Freshness } from '@padron/contract/catalogue/rows'
import { isShownUnknown, statusText, statusTone, type Tone, UNPROCESSED } from '@padron/contract/resources'
import type { Clock } from './clock.ts'
import { UNKNOWN } from './money-text.ts'
import { shortAge, sinceText } from './relative-time.ts'

export type Sign = Tone | 'unknown'
export type StatusWords = {
  sign: Sign
  /** Answered, but no longer valid: the same sign at half strength. */
  old: boolean
  words: string
  /** Its age: "consultado hace 3 horas". Empty without an answer. */
  age: string
  /** The short age, only of an old answer. */
  shortAge: string
}

export const statusWords = (statusId: number, freshness: Freshness | null | undefined, clock: Clock): StatusWords => {
  const { now, zone } = clock
  const at = freshness?.at ?? null
  if (isShownUnknown(statusId, freshness?.state)) {
    const last = statusId === UNPROCESSED ? '' : `último dato: ${statusText(statusId)}, `
    const age = at ? last + sinceText('consultado', at, now, zone) : 'la fuente no ha dado una respuesta válida'
    return { sign: 'unknown', old: false, words: UNKNOWN, age, shortAge: '' }
  }
  const old = freshness?.state === 'old'
  return {
    sign: statusTone(statusId),
    old,
    words: statusText(statusId),
    age: at ? sinceText('consultado', at, now, zone) : '',
    shortAge: old && at ? shortAge(at, now) : '',
  }
}

/** Never queried, and no machine can: a person must look it up. Otherwise an answer is pending. */
export const BY_HAND = 'Sin consulta automática'

/** One line for a tooltip or a screen reader: "Multas: Con multas, consultado hace 3 horas". */
export const statusLine = (typeName: string, { words, old, age }: StatusWords): string =>
  [`${typeName}: ${words}`, old ? 'dato antiguo' : '', age].filter(Boolean).join(', ')
