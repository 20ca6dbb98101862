// Covers the screen until the session is known.
import { Mark } from '../Mark.tsx'

export const FullScreenLoader = ({ label }: { label: string }) => (
  <div className="loader" role="status">
    <Mark size={44} />
    <span className="loader__bar" aria-hidden="true" />
    <span>{label}</span>
  </div>
)
