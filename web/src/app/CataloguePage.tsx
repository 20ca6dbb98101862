// The catalogue, with the company's first steps above it for its administrators.
import { lazy, Suspense } from 'react'
import { useIsOffline } from '../api/offline.ts'
import { CatalogueScreen } from '../features/catalogue/CatalogueScreen.tsx'
import { useCan } from '../session/user-context.ts'

// Optional: if it cannot be loaded, the catalogue is complete without it.
const FirstSteps = lazy(() =>
  import('../features/onboarding/FirstSteps.tsx').then(
    (m) => ({ default: m.FirstSteps }),
    () => ({ default: () => null }),
  ),
)

export const CataloguePage = () => {
  const isOffline = useIsOffline()
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
