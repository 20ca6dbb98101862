// Unicode normalization in linear time. The engine's own sorts the marks of a letter one by one, which takes seconds
// for a letter with tens of thousands of marks.

/** More marks on one letter than Unicode's stream-safe text format (UAX #15) allows, which no language uses. */
const UNREADABLE = /(?<!\p{M})\p{M}{31}/u

/** @returns the normalized text; text with too many marks unchanged */
export const normalize = (text: string, form: 'NFC' | 'NFD'): string =>
  UNREADABLE.test(text) ? text : text.normalize(form)

/** The form in which names are compared: without case and accents. */
export const foldName = (name: string): string => normalize(name, 'NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Longer than any name; the rest of the text is ignored. */
const NAME_AT_MOST = 300
/** Letters and digits only, lower case, without accents: 'Bogotá, D.C.' → 'bogotadc'. */
export const bareWords = (text: string): string =>
  normalize(text.slice(0, NAME_AT_MOST), 'NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
