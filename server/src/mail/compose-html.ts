// Renders an email as HTML for mail programs: a sheet of at most 600 pixels, dark colours if the reader prefers them,
// no remote images.
import { blockHtml } from './compose-blocks.ts'
import { S, STYLE } from './compose-style.ts'
import type { EmailParts } from './compose-words.ts'
import { asMarkup, type Html, html, lined, NOTHING } from './html.ts'

const paragraph = (text: string): Html => (text ? html`<p style="${S.text}">${lined(text)}</p>\n` : NOTHING)

const fileHtml = ({ name, note, address }: EmailParts['files'][number]): Html =>
  html`<p style="${S.text}">${address ? html`<a class="link" style="${S.link}" href="${address}">${name}</a>` : name}<br><span class="muted" style="${S.small}">${note}</span></p>\n`

const linksHtml = (links: EmailParts['links']): Html =>
  links.length === 0
    ? NOTHING
    : html`<p style="margin:0 0 10px">${links.map(({ name, url }, i) => html`${i > 0 ? ' · ' : ''}<a class="link" style="${S.link}" href="${url}">${name}</a>`)}</p>\n`

const buttonHtml = (button: EmailParts['button']): Html =>
  button
    ? html`<p style="margin:18px 0"><a style="${S.button}" href="${button.address}">${button.text}</a></p>\n`
    : NOTHING

/** The company's logo or, without one, its name. */
const companyHtml = (company: string, logo: Picture | undefined): Html => {
  if (logo) return html`<img class="logo" src="${logo.source}" alt="${logo.companyName}" style="${S.logo}">\n`
  return company ? html`<p style="${S.company}">${company}</p>\n` : NOTHING
}

const titleHtml = ({ title, about }: EmailParts): Html =>
  html`${title ? html`<h1 style="${S.title}">${title}</h1>\n` : NOTHING}${about ? html`<p class="muted" style="${S.muted}">${about}</p>\n` : NOTHING}`

export type Picture = { source: string; companyName: string }

export const emailHtml = (words: EmailParts, logo: Picture | undefined): string =>
  asMarkup(html`<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${words.subject}</title><style>${STYLE}</style></head>
<body class="page" style="${S.page}"><div style="${S.hidden}">${words.preheader}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="${S.whole}"><tr><td class="outer" align="center" style="${S.outer}">
<table role="presentation" class="sheet" width="600" cellpadding="0" cellspacing="0" style="${S.sheet}"><tr><td class="cell" style="${S.cell}">
${companyHtml(words.company, logo)}${paragraph(words.header)}${titleHtml(words)}${words.lines.map(paragraph)}${words.blocks.map(blockHtml)}${buttonHtml(words.button)}${words.files.map(fileHtml)}</td></tr>
<tr><td class="cell muted" style="${S.foot}">${words.footer.map((text) => html`<p style="margin:0 0 10px">${lined(text)}</p>\n`)}${linksHtml(words.links)}<p style="margin:0">${words.foot}</p></td></tr></table>
</td></tr></table></body></html>`)
