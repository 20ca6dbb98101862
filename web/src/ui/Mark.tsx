// The product's mark and word.
import type { ReactNode } from 'react'

export const Mark = ({ size = 28 }: { size?: number }): ReactNode => (
  <img src="/mark.svg" width={size} height={size} alt="" className="mark" />
)

export const Wordmark = ({ size = 28 }: { size?: number }): ReactNode => (
  <span className="wordmark">
    <Mark size={size} />
    <span>Padrón</span>
  </span>
)
