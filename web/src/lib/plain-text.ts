// A text as people search for it: without accents and in lower case.
import { normalize } from '@padron/contract/normalize'

export const plainText = (text: string): string => normalize(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase()
