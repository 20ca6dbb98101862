// What a status says, in words: the status itself, how current it is, and the sign it is drawn with.
import type { Freshness } from '@padron/contract/catalogue'
import { statusText, statusTone, type Tone, UNPROCESSED } from '@padron/contract/resources'
import type { Clock } from './clock.ts'
import { UNKNOWN } from './money-text.ts'
import { shortAge, sinceText } from './relative-time.ts'

export type Sign = Tone | 'unknown'
export type StatusWords = {
  sign: Sign
  /** Answered, but past its freshness: the same sign at half strength. */
  old: boolean
  words: string
  /** How current: "consultado hace 3 horas". Empty where there was no answer. */
  age: string
  /** The age in short form, only for an old answer. */
  shortAge: string
}

export const statusWords = (statusId: number, freshness: Freshness | null | undefined, clock: Clock): StatusWords => {
  const { now, zone } = clock
  const at = freshness?.at ?? null
  if (freshness?.state === 'unknown') {
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

/** Never queried, and no machine can: a person must look. Otherwise the answer is on its way. */
export const BY_HAND = 'Sin consulta automática'

/** One line for a title or a screen reader: "Multas: Con multas, consultado hace 3 horas". */
export const statusLine = (typeName: string, { words, old, age }: StatusWords): string =>
  [`${typeName}: ${words}`, old ? 'dato antiguo' : '', age].filter(Boolean).join(', ')
