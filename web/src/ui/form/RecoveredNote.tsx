// What was typed before and not saved is there again; it can be thrown away at once.
import type { ReactNode } from 'react'

export const RecoveredNote = ({ onDiscard, children }: { onDiscard: () => void; children: ReactNode }): ReactNode => (
  <p className="note">
    <span role="status">{children}</span>{' '}
    <button type="button" className="link-button" onClick={onDiscard}>
      Descartar
    </button>
  </p>
)
