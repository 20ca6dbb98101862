// Unicode normalisation whose cost grows with the text's length only. The engine's own sorts the marks on a letter
// one by one, which takes seconds for a letter with tens of thousands of them.

/** More marks on one letter than Unicode's stream-safe text format (UAX #15) allows; no writing has as many. */
const UNREADABLE = /(?<!\p{M})\p{M}{31}/u

/** @returns the text in that form; one that is no writing as it is */
export const normalize = (text: string, form: 'NFC' | 'NFD'): string =>
  UNREADABLE.test(text) ? text : text.normalize(form)
