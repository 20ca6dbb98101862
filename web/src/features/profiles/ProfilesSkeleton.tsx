// The first load: the shapes of the list and of the sliders.
import type { ReactNode } from 'react'

const bars = (count: number): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
  Array.from({ length: count }, (_, i) => <span key={i} className="profiles__bar rounded" />)

export const ProfilesSkeleton = (): ReactNode => (
  <div className="profiles__both stack gap-16 align-start" role="status" aria-label="Cargando perfiles">
    <div className="profiles__bars box stack pad-16">{bars(5)}</div>
    <div className="profiles__bars box stack pad-16 profiles__bars--wide">{bars(12)}</div>
  </div>
)
