// The bulk changes of the last days, behind a button.
import { lazy, type ReactNode, Suspense } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { Popup } from '../../ui/Popup.tsx'
import type { RecentProps } from './RecentList.tsx'

const RecentList = lazy(() => import('./RecentList.tsx').then((m) => ({ default: m.RecentList })))

export const RecentChanges = (props: RecentProps): ReactNode => (
  <Popup
    label="Cambios recientes"
    className="button"
    button={
      <>
        <Icon name="undo" size={16} />
        <span>Cambios recientes</span>
      </>
    }
  >
    <Suspense fallback={<p role="status">Cargando…</p>}>
      <RecentList {...props} />
    </Suspense>
  </Popup>
)
