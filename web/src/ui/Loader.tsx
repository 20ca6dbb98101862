// What covers the screen while it is not known yet who is asking.
import type { ReactNode } from 'react'
import { Mark } from './Mark.tsx'

export const FullScreenLoader = ({ label }: { label: string }): ReactNode => (
  <div className="loader" role="status">
    <Mark size={44} />
    <span className="loader__bar" aria-hidden="true" />
    <span>{label}</span>
  </div>
)
