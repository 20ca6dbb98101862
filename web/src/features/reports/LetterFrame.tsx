// A letter's HTML as a mail program shows it: in a box of its own, in which nothing runs, nothing is fetched and no link leads away.
import { type ReactNode, useMemo } from 'react'

/** The policy of the page holds in the box too: a letter's own styles need the page's nonce. */
const withNonce = (html: string): string => {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
  return html.replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`)
}

type Props = { title: string; html: string; width: number; height?: number }

export const LetterFrame = ({ title, html, width, height }: Props): ReactNode => {
  const page = useMemo(() => withNonce(html), [html])
  return (
    <div className="letter-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must do so by keyboard */}
      <iframe title={title} sandbox="" srcDoc={page} width={width} tabIndex={0} {...(height && { height })} />
    </div>
  )
}
