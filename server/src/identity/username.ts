import { normalize } from '@padron/contract/normalize'
import { USERNAME_AT_MOST } from '@padron/contract/session'

/** As user names are stored: NFC, because ñ has two spellings, and lower case. */
export const asUsername = (text: string): string => normalize(text.trim(), 'NFC').toLowerCase()
/**
 * One longer than any user has is cut where it is already nobody's: it costs no more than another wrong one. Cut
 * twice: an ñ may come as two letters.
 */
export const typedUsername = (text: string): string =>
  asUsername(text.slice(0, 2 * USERNAME_AT_MOST + 2)).slice(0, USERNAME_AT_MOST + 1)
