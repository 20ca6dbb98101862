// Renders an email as HTML for mail programs: a sheet of at most 600 pixels, dark colours if the reader prefers them,
// no remote images.
import { blockHtml } from './compose-blocks.ts'
import { S, STYLE } from './compose-style.ts'
import type { EmailParts } from './email-parts.ts'
import { asMarkup, type Html, html, lined, NOTHING } from './html.ts'

const paragraph = (text: string): Html => (text ? html`<p style="${S.text}">${lined(text)}</p>\n` : NOTHING)

const linkHtml = ({ name, url }: EmailParts['links'][number]): Html =>
  html`<a class="link" style="${S.link}" href="${url}">${name}</a>`

const fileHtml = ({ name, note, address }: EmailParts['files'][number]): Html => {
  const title = address ? linkHtml({ name, url: address }) : name
  return html`<p style="${S.text}">${title}<br><span class="muted" style="${S.small}">${note}</span></p>\n`
}

const linksHtml = (links: EmailParts['links']): Html => {
  if (links.length === 0) return NOTHING
  return html`<p style="${S.footText}">${links.map((link, i) => html`${i > 0 ? ' · ' : ''}${linkHtml(link)}`)}</p>\n`
}

const buttonHtml = (button: EmailParts['button']): Html =>
  button
    ? html`<p style="margin:18px 0"><a style="${S.button}" href="${button.address}">${button.text}</a></p>\n`
    : NOTHING

/** The company's logo or, without one, its name. */
const companyHtml = (company: string, logo: Picture | undefined): Html => {
  if (logo) return html`<img class="logo" src="${logo.source}" alt="${logo.companyName}" style="${S.logo}">\n`
  return company ? html`<p style="${S.company}">${company}</p>\n` : NOTHING
}

const sheetHtml = (words: EmailParts, logo: Picture | undefined): Html[] => [
  companyHtml(words.company, logo),
  paragraph(words.header),
  words.title ? html`<h1 style="${S.title}">${words.title}</h1>\n` : NOTHING,
  words.about ? html`<p class="muted" style="${S.muted}">${words.about}</p>\n` : NOTHING,
  ...words.lines.map(paragraph),
  ...words.blocks.map(blockHtml),
  buttonHtml(words.button),
  ...words.files.map(fileHtml),
]

const footHtml = ({ footer, links, foot }: EmailParts): Html[] => [
  ...footer.map((text) => html`<p style="${S.footText}">${lined(text)}</p>\n`),
  linksHtml(links),
  html`<p style="margin:0">${foot}</p>`,
]

const METAS: readonly Html[] = [
  html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
  html`<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
]

/** The start of a table that only lays out, as mail programs need it. */
const layoutTable = (name: string, width: string, style: string): Html =>
  html`<table role="presentation" class="${name}" width="${width}" cellpadding="0" cellspacing="0" style="${style}">`

export type Picture = { source: string; companyName: string }

export const emailHtml = (words: EmailParts, logo: Picture | undefined): string =>
  asMarkup(html`<!doctype html>
<html lang="es"><head>${METAS}
<title>${words.subject}</title><style>${STYLE}</style></head>
<body class="page" style="${S.page}"><div style="${S.hidden}">${words.preheader}</div>
${layoutTable('page', '100%', S.whole)}<tr><td class="outer" align="center" style="${S.outer}">
${layoutTable('sheet', '600', S.sheet)}<tr><td class="cell" style="${S.cell}">
${sheetHtml(words, logo)}</td></tr>
<tr><td class="cell muted" style="${S.foot}">${footHtml(words)}</td></tr></table>
</td></tr></table></body></html>`)
