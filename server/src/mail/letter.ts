// A letter in words: a plain text and the same as simple HTML. Whatever comes from people is text in both.
export type MailContent = {
  subject: string
  lines: readonly string[]
  /** What to open: a path of ours, signed when the letter is sent, and until when it opens. */
  link?: { text: string; path: string; until: string }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const FOOT = 'Este mensaje lo envía Padrón de forma automática; no lo responda.'

/** @param address the link's, complete; undefined where there is none */
export const inWords = ({ subject, lines, link }: MailContent, address: string | undefined) => {
  const open = link && address ? { text: link.text, address } : undefined
  const text = [...lines, ...(open ? [`${open.text}:`, open.address] : []), FOOT].join('\n\n')
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const button = open ? [`<p><a href="${escapeHtml(open.address)}">${escapeHtml(open.text)}</a></p>`] : []
  const html = `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family:Arial,sans-serif;font-size:15px;line-height:1.5;color:#1c2733">
${[...paragraphs, ...button].join('\n')}
<p style="color:#5b6875;font-size:13px">${FOOT}</p></body></html>`
  return { subject, text, html }
}
