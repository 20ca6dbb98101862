// The catalogue with what stands above it for who administers the company.
import { lazy, Suspense } from 'react'
import { offline } from '../api/offline.ts'
import { CatalogueScreen } from '../features/catalogue/CatalogueScreen.tsx'
import { useStore } from '../lib/use-store.ts'
import { useCan } from '../session/user-context.ts'

// Without it the catalogue is no worse off.
const FirstSteps = lazy(() =>
  import('../features/onboarding/FirstSteps.tsx').then(
    (m) => ({ default: m.FirstSteps }),
    () => ({ default: () => null }),
  ),
)

export const CataloguePage = () => {
  const isOffline = useStore(offline) !== undefined
  const administers = useCan('users_admin') && !isOffline
  return (
    <CatalogueScreen
      above={
        administers && (
          <Suspense>
            <FirstSteps />
          </Suspense>
        )
      }
    />
  )
}
