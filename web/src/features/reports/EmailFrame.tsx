// An email's HTML as a mail program shows it: in a box of its own, in which nothing runs, nothing is fetched and no link leads away.
import { type ReactNode, useMemo } from 'react'
import { emailPage } from '../../lib/email-page.ts'

type Props = { title: string; html: string; width: number; height?: number }

export const EmailFrame = ({ title, html, width, height }: Props): ReactNode => {
  const page = useMemo(() => emailPage(html), [html])
  return (
    <div className="email-frame text-center bordered rounded scroll">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must do so by keyboard */}
      <iframe title={title} sandbox="" srcDoc={page} width={width} tabIndex={0} {...(height && { height })} />
    </div>
  )
}
