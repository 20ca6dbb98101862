// A sample email with the texts that are being typed, rendered by the server for an invented report.
import {
  emailSettings as calls,
  EMAIL_TEXT_MAX,
  isSocialLink,
  LOGO_SOURCE,
  SOCIAL_LINKS,
} from '@padron/contract/email-settings'
import { isMail } from '@padron/contract/exports'
import { useMemo, useRef } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { emailPage } from '../../lib/email-page.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import type { LogoChange } from '../../ui/form/LogoField.tsx'
import { EMAIL_TEXTS, type EmailValues } from './email-values.ts'
import './preview.css'

const STILL_MS = 400
const WIDTH = 600
const HEIGHT = 480
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const logoName = (logo: LogoChange): 'stored' | 'new' | 'none' => {
  if (logo === undefined) return 'stored'
  return logo === 'remove' ? 'none' : 'new'
}

/** Invalid values are omitted: their message is at their field. */
const sampleBody = (values: EmailValues, logo: LogoChange) => {
  const links = SOCIAL_LINKS.map(({ network }) => [network, isSocialLink(values[network]) ? values[network] : ''])
  const texts = EMAIL_TEXTS.map(({ name }) => [name, values[name].slice(0, EMAIL_TEXT_MAX)])
  const fromEmail = values.fromEmail.trim()
  return {
    ...Object.fromEntries([...links, ...texts]),
    fromEmail: isMail(fromEmail) ? fromEmail : '',
    logo: logoName(logo),
  }
}

type FrameProps = { title: string; html: string; width: number; height?: number }

/** An email's HTML in a sandboxed frame: no scripts, no requests, no links that navigate. */
export const EmailFrame = ({ title, html, width, height }: FrameProps) => {
  const page = useMemo(() => emailPage(html), [html])
  return (
    <div className="email-frame text-center bordered rounded scroll">
      <iframe
        title={title}
        className="ring-inside"
        sandbox=""
        srcDoc={page}
        width={width}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
        tabIndex={0}
        {...(height && { height })}
      />
    </div>
  )
}

/**
 * The last selected image: a sample that contains it may still be displayed for a moment after it was saved or removed.
 */
const useLastLogo = (logo: LogoChange): string => {
  const last = useRef(NO_PICTURE)
  if (logo && logo !== 'remove') last.current = logo.dataUrl
  return last.current
}

export const EmailSample = ({ values, logo }: { values: EmailValues; logo: LogoChange }) => {
  const body = useDebounced(JSON.stringify(sampleBody(values, logo)), STILL_MS)
  const sample = useQuietCall(calls.sample, { body: JSON.parse(body) }, { keep: true, fresh: true })
  const lastLogo = useLastLogo(logo)
  return (
    <section className="email-sample" aria-label="Muestra del correo">
      <p className="muted small">Así se verá, con un reporte de ejemplo</p>
      {sample.data && (
        <EmailFrame
          title="Muestra del correo"
          html={sample.data.html.replace(LOGO_SOURCE, () => lastLogo)}
          width={WIDTH}
          height={HEIGHT}
        />
      )}
      {!sample.data && (
        <p className="muted small">
          {sample.isError ? (statusNotice(sample.error) ?? calls.sample.fails) : 'Preparando la muestra…'}
        </p>
      )}
    </section>
  )
}
