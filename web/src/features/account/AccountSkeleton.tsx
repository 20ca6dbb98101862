// The first load: the panels as they will stand.
import type { ReactNode } from 'react'

export const AccountSkeleton = (): ReactNode => (
  <div className="account__panels stack gap-16 align-start" role="status" aria-label="Cargando su cuenta">
    {[0, 1, 2].map((panel) => (
      <div key={panel} className={`panel${panel === 2 ? ' full-row' : ''} panel--waiting stack`}>
        {[0, 1, 2, 3, 4, 5].map((bar) => (
          <span className="rounded" key={bar} />
        ))}
      </div>
    ))}
  </div>
)
