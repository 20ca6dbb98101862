// What was typed before and not saved is there again; it can be thrown away at once.
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'

export const RecoveredNote = ({ onDiscard, children }: { onDiscard: () => void; children: ReactNode }) => (
  <p className="note">
    <span role="status">{children}</span> <Button label="Descartar" kind="link" onClick={onDiscard} />
  </p>
)
