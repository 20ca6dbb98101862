// HTML that is safe by construction: a template escapes every value that it did not make itself.
const SAFE = Symbol('html')
export type Html = { readonly [SAFE]: string }
type Value = string | number | Html | readonly Html[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Our own HTML carries a symbol, which no stored value can have. */
const renderValue = (value: Value): string => {
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  if (Array.isArray(value)) return value.map(renderValue).join('')
  return (value as Html)[SAFE] ?? ''
}

export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  [SAFE]: parts.reduce((all, part, i) => all + renderValue(values[i - 1] ?? '') + part),
})
export const NOTHING: Html = html``
/** The final string. */
export const asMarkup = (made: Html): string => renderValue(made)

/** Text with its line breaks. */
export const lined = (text: string): Html =>
  html`${text
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line, i) => (i === 0 ? html`${line}` : html`<br>${line}`))}`
