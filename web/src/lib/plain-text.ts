// A text for searching: without accents, in lower case.
import { normalize } from '@padron/contract/normalize'

export const plainText = (text: string): string => normalize(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase()
