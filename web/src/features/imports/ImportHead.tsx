// Which file it is, who sent it when, and leaving it: for another one, or for good.
import type { Import } from '@padron/contract/imports'
import type { ReactNode, RefObject } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { decimalSizeText } from '../../lib/size-text.ts'
import { When } from '../../ui/When.tsx'
import { isCorrectable } from './words.ts'

type Props = {
  told: Import
  clock: Clock
  /** Where the focus comes when something is known of the file. */
  heading: RefObject<HTMLHeadingElement | null>
  onDiscard: () => void
  onOther: () => void
}

export const ImportHead = ({ told, clock, heading, onDiscard, onOther }: Props): ReactNode => {
  const { fileName, size, who, dateTime, state } = told
  return (
    <header className="import__head row-wrap gap-4-12">
      <h2 className="break" ref={heading} id="import-title" tabIndex={-1}>
        {fileName}
      </h2>
      <p className="muted">
        {decimalSizeText(size)} · {who} · <When at={dateTime} clock={clock} />
      </p>
      <div className="flex-wrap gap-4-12">
        {(isCorrectable(told) || state === 'queued') && (
          <button type="button" className="button button--small" aria-haspopup="dialog" onClick={onDiscard}>
            {state === 'queued' ? 'Cancelar la aplicación' : 'Descartar'}
          </button>
        )}
        <button type="button" className="button button--small" onClick={onOther}>
          Enviar otro archivo
        </button>
      </div>
    </header>
  )
}
