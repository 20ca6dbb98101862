// An email's HTML as the page of a frame: it runs no script and loads nothing, whatever the email contains; its links
// open in another tab.

/** The nonce that the server wrote into this page: style sheets without it are refused. */
const nonceOfPage = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'"

/** Decoded as CSS, without `<`, because a tag would end the sheet. */
const decode = (attribute: string): string =>
  attribute.replaceAll('<', '').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

/**
 * The console's content security policy applies to the frame and allows no style attributes: they become rules of a
 * sheet. `:not(#_)` is more specific than a class, as an attribute would be; an `!important` rule still wins.
 */
const withStyleRules = (html: string): { html: string; rules: string } => {
  const rules: string[] = []
  const styled = html.replace(/\sstyle="([^"]*)"/g, (_, css: string) => {
    const name = rules.push(`[data-css="${rules.length + 1}"]:not(#_){${decode(css)}}`)
    return ` data-css="${name}"`
  })
  return { html: styled, rules: rules.join('') }
}

/** @param nonce of the console's page */
export const emailPage = (email: string, nonce = nonceOfPage()): string => {
  const { html, rules } = withStyleRules(email)
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank">`,
    ...(rules ? [`<style>${rules}</style>`] : []),
  ].join('')
  // Before the email's content, because a policy applies from its position on.
  const tag = html.search(/<head[\s>]/i)
  const end = tag < 0 ? 0 : html.indexOf('>', tag) + 1
  return (html.slice(0, end) + head + html.slice(end)).replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`)
}
