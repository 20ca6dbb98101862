// Draws every status by shape, colour and word, so that it works without colour and aloud. Octagon: debt or report.
// Triangle: problem. Circle with a check: clear. Ring: not processed yet. Dashed ring with "?": unknown.
import { localText } from '@padron/contract/texts/local-text'
import type { ReactNode } from 'react'
import type { Sign } from '../../lib/status-texts.ts'

const SHAPES: Record<Sign, ReactNode> = {
  debt: (
    <>
      <path className="sign__fill" d="M6.7 2h6.6L18 6.7v6.6L13.3 18H6.7L2 13.3V6.7Z" />
      <path className="sign__mark" d="M10 5.8v5.2M10 14v.1" />
    </>
  ),
  warning: (
    <>
      <path className="sign__fill" d="M10 2.2 18.5 17.3h-17Z" />
      <path className="sign__mark" d="M10 7.6v4.2M10 14.6v.1" />
    </>
  ),
  clear: (
    <>
      <circle className="sign__fill" cx="10" cy="10" r="8" />
      <path className="sign__mark" d="m6.3 10.3 2.6 2.6 4.8-5.3" />
    </>
  ),
  unprocessed: <circle className="sign__ring" cx="10" cy="10" r="7" />,
  unknown: (
    <>
      <circle className="sign__ring sign__ring--dashed" cx="10" cy="10" r="7.5" />
      <path className="sign__query" d="M7.9 8.2a2.1 2.1 0 1 1 3.1 1.9c-.7.4-1 .8-1 1.5M10 14v.1" />
    </>
  ),
}

const SIGN_NAMES: Record<Sign, string> = {
  debt: 'Adeudo o reporte',
  warning: 'Aviso o problema',
  clear: 'Sin adeudo',
  unprocessed: 'Sin procesar',
  unknown: 'Sin dato: no hay una respuesta válida vigente',
}

export const signNames = (): readonly (readonly [Sign, string])[] =>
  (Object.entries(SIGN_NAMES) as [Sign, string][]).map(([sign, name]) => [sign, localText(name)])

type Props = {
  sign: Sign
  /** No longer valid: half strength. */
  old?: boolean
  size?: number
  /** Read aloud and shown on hover; absent if the words are beside the sign. */
  label?: string
}

export const StatusSign = ({ sign, old = false, size = 20, label }: Props) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: hidden if words are beside it, titled otherwise
  <svg
    className={`sign sign--${sign}${old ? ' sign--old' : ''}`}
    viewBox="0 0 20 20"
    width={size}
    height={size}
    data-sign={sign}
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
  >
    {label && <title>{label}</title>}
    {SHAPES[sign]}
  </svg>
)
