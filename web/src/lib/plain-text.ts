// A text as people search for it: without accents and in small letters.
import { normalize } from '@padron/contract/normalize'

export const plainText = (text: string): string => normalize(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase()
