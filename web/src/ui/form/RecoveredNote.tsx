// A note that unsaved values were restored, with a button to discard them.
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'

export const RecoveredNote = ({ onDiscard, children }: { onDiscard: () => void; children: ReactNode }) => (
  <p className="note">
    <span role="status">{children}</span> <Button label="Descartar" kind="link" onClick={onDiscard} />
  </p>
)
