// Texts from portals are untrusted data: made plain and short, without control characters. Also the comparison of
// phrases and of identifiers.
import { normalize } from '@padron/contract/normalize'

/** Number of characters that are read of a text, including whitespace. */
const READ_AT_MOST = 20_000

/** Plain text of at most 300 characters: no control characters, single spaces. */
export const clip = (text: string): string =>
  text
    .slice(0, READ_AT_MOST)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed()

/** For recognizing phrases: upper case, no accents, single spaces. */
export const fold = (text: string): string =>
  clip(normalize(text.slice(0, READ_AT_MOST), 'NFD').replace(/\p{M}/gu, '')).toUpperCase()

/** The form in which plates, VINs and tax ids are compared: upper case, letters and digits only. */
export const bareIdentifier = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Compares identifiers without case and separators; an empty one equals nothing. */
export const sameIdentifier = (queried: string, answered: string): boolean =>
  bareIdentifier(queried) !== '' && bareIdentifier(queried) === bareIdentifier(answered)

/**
 * The page's own link, if it leads to a web address.
 * @param origin resolves relative links; without it they are dropped
 */
export function webLink(href: string, origin?: string): string | null {
  const url = URL.parse(href.trim(), origin)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return url.href.length <= 2000 ? url.href : null
}
