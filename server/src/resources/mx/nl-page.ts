// The pages of Nuevo León's ICV: the ASP.NET form with its two tokens, and the statement. Only anchored elements are
// read; a page that is cut off or lacks one of them is no statement.
import { type CheerioAPI, load } from 'cheerio'
import { isoDate } from '../parsing/dates.ts'
import { mexicanMoney } from '../parsing/money.ts'
import { clip, fold } from '../parsing/text.ts'
import type { StatementRow } from './nl-rows.ts'

const TOKENS = ['__VIEWSTATE', '__EVENTVALIDATION'] as const

/** Both tokens of the form page, or undefined where it is not that page. */
export function tokensOf(html: string): Record<string, string> | undefined {
  const page = load(html)
  const pairs = TOKENS.map((name) => [name, page(`input[name="${name}"]`).attr('value') ?? ''] as const)
  return pairs.every(([, value]) => value) ? Object.fromEntries(pairs) : undefined
}

export type Statement = {
  plate: string
  rows: StatementRow[]
  total: number
  saysClear: boolean
  line: string | null
  due: string | null
  notice: string
  receipt: string | null
}

export type Page = { message: string; error: string; statement: Statement | string }

const textOf = (page: CheerioAPI, id: string): string => clip(page(`#${id}`).first().text())

/** The rows of the table, or a sentence about what is wrong with it. */
function rowsOf(page: CheerioAPI): StatementRow[] | string {
  const lines = page('#gvDetalle tr')
    .toArray()
    .map((line) =>
      page(line)
        .children('th, td')
        .toArray()
        .map((cell) => clip(page(cell).text())),
    )
  const [head, ...body] = lines
  if (fold(head?.join('|') ?? '') !== 'CONCEPTO|ANO|IMPORTE') return 'La tabla de adeudos cambió.'
  if (body.length > 5000) return 'La tabla de adeudos es demasiado larga.'
  const rows: StatementRow[] = []
  for (const [concept, year, said, more] of body) {
    const amount = mexicanMoney(said ?? '')
    if (!concept || year === undefined || amount === null || more !== undefined)
      return 'Un renglón del estado de cuenta no se entiende.'
    rows.push({ concept, year, amount })
  }
  return rows
}

function statementOf(page: CheerioAPI): Statement | string {
  if (!page('#lblPlaca').length || !page('#gvDetalle').length) return 'La página no es un estado de cuenta.'
  const total = mexicanMoney(textOf(page, 'lblTotal'))
  if (total === null) return 'El estado de cuenta no da su total.'
  const rows = rowsOf(page)
  if (typeof rows === 'string') return rows
  return {
    plate: textOf(page, 'lblPlaca'),
    rows,
    total,
    saysClear: page('p, span')
      .toArray()
      .some((node) => fold(page(node).text()) === 'SIN ADEUDOS'),
    line: textOf(page, 'lblReferencia') || null,
    due: isoDate(textOf(page, 'lblVigencia')),
    notice: textOf(page, 'lblAviso'),
    receipt: page('#lnkComprobante').attr('href') ?? null,
  }
}

/** A page cut off before its end is not read at all: what is missing could be a debt or a warning. */
export function pageOf(html: string): Page | undefined {
  if (!/<\/html>/i.test(html)) return undefined
  const page = load(html)
  return { message: textOf(page, 'lblMensaje'), error: textOf(page, 'lblError'), statement: statementOf(page) }
}
