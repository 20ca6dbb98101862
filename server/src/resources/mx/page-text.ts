// Pages of the portals: whole or not read at all, and what their paragraphs say.
import { type CheerioAPI, load } from 'cheerio'
import type { RawAnswer } from '../connector.ts'
import { drift, refusalOf, type Trouble } from '../parsing/answers.ts'
import { clip } from '../parsing/text.ts'

/** A page cut off before its end is not read: what is missing could be a debt. */
export function readPage(
  answer: RawAnswer | undefined,
): { page: CheerioAPI; trouble?: never } | { trouble: Trouble; page?: never } {
  if (!answer) return { trouble: drift('No hubo respuesta que leer.') }
  const refused = refusalOf(answer)
  if (refused) return { trouble: refused }
  if (!answer.body.trim()) return { trouble: drift('La respuesta llegó vacía.') }
  if (!/<\/html>/i.test(answer.body)) return { trouble: drift('La página llegó incompleta.') }
  return { page: load(answer.body) }
}

export const paragraphsOf = (page: CheerioAPI): string[] =>
  page('p').toArray().map((node) => clip(page(node).text())).filter(Boolean) // biome-ignore format: one line

export const cellsOf = (page: CheerioAPI, line: Parameters<CheerioAPI>[0]): string[] =>
  page(line as never).children('th, td').toArray().map((cell) => clip(page(cell).text())) // biome-ignore format: one line
