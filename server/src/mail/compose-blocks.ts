// Renders an email's blocks as HTML. Amounts and dates do not break; other words wrap, and only a word that is too long
// for the email is broken.
import { S } from './compose-style.ts'
import type { MailBlock } from './email-content.ts'
import { type Html, html, lined, NOTHING } from './html.ts'

type Table = Extract<MailBlock, { is: 'table' }>
type Column = Table['columns'][number]

/** Tables with at least this many columns show each row as a card on a phone. */
const CARDS_FROM = 3
const LONG_WORD = 22

const isFigure = (value: string): boolean => /^[-$\d][\d.,\s$%]*[A-Z]{0,3}$/.test(value)
/** Amounts, and short dates: '30 nov 2026'. */
const staysWhole = (line: string): boolean => isFigure(line) || /^\d{1,2} \p{L}{3,5} \d{4}$/u.test(line)
const breaks = (value: string): string =>
  value.split(/\s/).some((word) => word.length > LONG_WORD) ? ';overflow-wrap:anywhere;word-break:break-word' : ''
const side = (right: boolean | undefined): string => (right ? S.right : '')

const lineHtml = (line: string, first: boolean): Html => {
  const text = staysWhole(line) ? html`<span style="${S.together}">${line}</span>` : html`${line}`
  return first ? text : html`<br><span class="muted" style="${S.small}">${text}</span>`
}
const valueHtml = (value: string): Html => html`${value.split('\n').map((line, i) => lineHtml(line, i === 0))}`

/** In a card the column's title precedes the value. */
const cellHtml = (value: string, { title, right }: Column, cards: boolean): Html => {
  const label = cards ? html`<span class="label muted" style="${S.label}">${title}: </span>` : NOTHING
  const style = `${S.body}${side(right)}${breaks(value)}`
  return html`<td class="${value ? 'some' : 'none'}" style="${style}">${label}${valueHtml(value)}</td>`
}

const captionHtml = (caption: string): Html =>
  caption ? html`<caption class="muted" style="${S.caption}">${caption}</caption>` : NOTHING
const headHtml = ({ title, right }: Column): Html => html`<th scope="col" style="${S.head}${side(right)}">${title}</th>`

const tableHtml = ({ caption, columns, rows }: Table): Html => {
  const cards = columns.length >= CARDS_FROM
  return html`<table class="${cards ? 'cards' : 'plain'}" style="${S.table}">${captionHtml(caption)}
<thead><tr>${columns.map(headHtml)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${columns.map((column, i) => cellHtml(row[i] ?? '', column, cards))}</tr>
`,
  )}</tbody></table>
`
}

const factHtml = (name: string, value: string, right: boolean): Html => {
  const style = `${S.body}${side(right)}${breaks(value)}`
  const head = html`<th scope="row" class="muted" style="${S.name}">${name}</th>`
  return html`<tr>${head}<td style="${style}">${valueHtml(value)}</td></tr>\n`
}

/** Values align right only if all of them are figures. */
const factsHtml = ({ rows }: Extract<MailBlock, { is: 'facts' }>): Html => {
  const right = rows.every(([, value]) => isFigure(value))
  const facts = rows.map(([name, value]) => factHtml(name, value, right))
  return html`<table style="${S.table};table-layout:fixed"><tbody>${facts}</tbody></table>\n`
}

export const blockHtml = (block: MailBlock): Html => {
  if (block.is === 'table') return tableHtml(block)
  if (block.is === 'facts') return block.rows.length > 0 ? factsHtml(block) : NOTHING
  if (block.is === 'heading') return html`<h2 style="${S.heading}">${block.text}</h2>\n`
  return block.muted
    ? html`<p class="muted" style="${S.muted}">${lined(block.text)}</p>\n`
    : html`<p style="${S.text}">${lined(block.text)}</p>\n`
}
