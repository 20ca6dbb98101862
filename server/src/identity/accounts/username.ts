// The form in which user names are stored and compared.
import { normalize } from '@padron/contract/normalize'
import { USERNAME_AT_MOST } from '@padron/contract/session'

/** A user name as stored: NFC, because ñ has two encodings, and lower case. */
export const asUsername = (text: string): string => normalize(text.trim(), 'NFC').toLowerCase()
/**
 * Cuts a text that is too long to be a user name to a length that no user has, so that it costs no more than another
 * wrong name. It cuts twice, because an ñ may come as two characters.
 */
export const typedUsername = (text: string): string =>
  asUsername(text.slice(0, 2 * USERNAME_AT_MOST + 2)).slice(0, USERNAME_AT_MOST + 1)
