// Renders an email as plain text, with the same content and order as its HTML.
import type { MailBlock } from './email-content.ts'
import type { EmailParts } from './email-parts.ts'

const LINE = 78
type Table = Extract<MailBlock, { is: 'table' }>

const width = (text: string): number => [...text].length
const padded = (text: string, to: number, right: boolean): string => {
  const space = ' '.repeat(Math.max(0, to - width(text)))
  return right ? space + text : text + space
}

const inOneLine = (cell: string | undefined): string => (cell ?? '').replaceAll('\n', ', ')
const ruledUnder = (text: string): string => `${text}\n${'='.repeat(Math.min(LINE, width(text)))}`

/** Aligned columns if they fit the line; otherwise each row as names and values. */
const tableText = ({ caption, columns, rows: cells }: Table): string => {
  const rows = cells.map((row) => row.map(inOneLine))
  const titles = columns.map(({ title }) => title)
  const widths = columns.map((_, i) => Math.max(...[titles, ...rows].map((row) => width(row[i] ?? ''))))
  const fits = widths.reduce((sum, each) => sum + each + 2, -2) <= LINE
  const line = (row: readonly string[]) =>
    columns
      .map(({ right }, i) => padded(row[i] ?? '', widths[i] ?? 0, right === true))
      .join('  ')
      .trimEnd()
  const ruled = [line(titles), widths.map((each) => '-'.repeat(each)).join('  '), ...rows.map(line)]
  const named = rows.map((row) => titles.flatMap((title, i) => (row[i] ? [`${title}: ${row[i]}`] : [])).join('\n'))
  return [...(caption ? [caption] : []), fits ? ruled.join('\n') : named.join('\n\n')].join('\n')
}

const blockText = (block: MailBlock): string => {
  if (block.is === 'table') return tableText(block)
  if (block.is === 'facts') return block.rows.map(([what, value]) => `${what}: ${inOneLine(value)}`).join('\n')
  return block.is === 'heading' ? ruledUnder(block.text) : block.text
}

export const emailText = (words: EmailParts): string => {
  const { company, header, title, about, lines, blocks, button, files, footer, links, foot } = words
  const parts = [
    company,
    header,
    title && ruledUnder(title),
    about,
    ...lines,
    ...blocks.map(blockText),
    ...(button ? [`${button.text}:`, button.address] : []),
    ...files.map(({ name, note, address }) => [`${name} (${note})`, ...(address ? [address] : [])].join('\n')),
    ...footer,
    links.map(({ name, url }) => `${name}: ${url}`).join('\n'),
    foot,
  ]
  return parts.filter(Boolean).join('\n\n')
}
