// The first load: rows of the height that the real ones will have.
import { PAGE_SIZE } from '@padron/contract/catalogue'
import type { ReactNode } from 'react'

export const TableSkeleton = ({ columns }: { columns: number }): ReactNode => (
  <div className="skeleton" role="status" aria-label="Cargando vehículos">
    {Array.from({ length: PAGE_SIZE + 1 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
      <div key={row} className="skeleton__row">
        {Array.from({ length: Math.min(columns, 10) }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells without identity
          <span key={i} />
        ))}
      </div>
    ))}
  </div>
)
