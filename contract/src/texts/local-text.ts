// Converts texts to the company's country. Texts are written once, for Mexico; this file has Colombia's different
// words.
import { bareWords } from '../normalize.ts'
import type { Country } from '../places/countries.ts'
import { textCountry } from './text-country.ts'

/** «Deuda» is feminine, unlike «adeudo»: the words before it, and the adjectives after it, change too. */
const DEBT =
  /(?<!\p{L})(?:(?:un|ningún|el|del|este|mismo|los|otros|todos) ){0,2}adeudos?(?:,?(?: como)? (?:conocid|confirmad|nuev|pagad|notificad|marcad)os?){0,2}(?!\p{L})/giu
const FEMININE: Readonly<Record<string, string>> = {
  un: 'una',
  ningún: 'ninguna',
  el: 'la',
  del: 'de la',
  este: 'esta',
  los: 'las',
  adeudo: 'deuda',
  adeudos: 'deudas',
  como: 'como',
}
const feminine = (word: string): string => {
  const changed = FEMININE[word.toLowerCase()] ?? word.replace(/o(s?)$/, 'a$1')
  return word.charAt(0) === word.charAt(0).toLowerCase() ? changed : changed.charAt(0).toUpperCase() + changed.slice(1)
}

const inColombia = (text: string): string =>
  text
    .replace('> 5000 jalisco', '> 500000 antioquia')
    .replace('En corralon', 'En patios')
    .replace('Con seguro vigente', 'SOAT vigente')
    .replace('Sin seguro vigente', 'Sin SOAT vigente')
    .replace(DEBT, (words) => words.replace(/\p{L}+/gu, (word) => feminine(word)))

export const localText = (text: string, country: Country = textCountry()): string =>
  country === 'CO' ? inColombia(text) : text

/** Whether a cell contains that word, in either country's form. */
export const isSameWord = (cell: string, word: string): boolean =>
  bareWords(inColombia(cell)) === bareWords(inColombia(word))
