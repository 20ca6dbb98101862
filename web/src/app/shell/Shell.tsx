// The providers around every signed-in screen: the query cache, the user, and the frame.
import { QueryClientProvider } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useIsOffline } from '../../api/offline.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallerContext, PartContext } from '../../api/use-call.ts'
import { useStore } from '../../lib/use-store.ts'
import { session } from '../../session/session.ts'
import { storeAnswers } from '../../session/stored-answers.ts'
import { UserProvider } from '../../session/user-context.ts'
import '../print.css'
import { FullScreenLoader } from '../../ui/list/Loader.tsx'
import { registerWorker } from '../register-worker.ts'
import { Frame } from './Frame.tsx'

const RequiredFactor = lazy(() => import('./RequiredFactor.tsx').then((module) => ({ default: module.RequiredFactor })))

const AFTER_MS = 5000

export const Shell = () => {
  const now = useStore(session)
  const navigate = useNavigate()
  const href = useRouterState({ select: ({ location }) => location.href })
  const origin = useRef(href)
  if (now.status === 'in') origin.current = href

  useEffect(() => {
    if (now.status !== 'out') return
    const back = now.lost && origin.current !== '/' ? { redirect: origin.current } : {}
    void navigate({ to: '/login', search: back as never, replace: true })
  }, [now, navigate])

  const user = now.status === 'in' ? now.user : undefined
  const isOffline = useIsOffline()
  useEffect(() => {
    if (user && !isOffline) return storeAnswers(user)
  }, [user, isOffline])

  // After the requests of the first screen.
  useEffect(() => {
    const timer = setTimeout(registerWorker, AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  // Stays until the user has read the recovery codes: by then the user has a second factor.
  const [needsFactor, setNeedsFactor] = useState(user?.lacksFactor ?? false)
  if (user?.lacksFactor && !needsFactor) setNeedsFactor(true)

  if (!user) return null
  return (
    <QueryClientProvider client={queryClient}>
      <CallerContext value={user.userId}>
        <PartContext value={user.vehicleScope !== undefined}>
          <UserProvider value={user}>
            {needsFactor ? (
              <Suspense fallback={<FullScreenLoader label="Cargando" />}>
                <RequiredFactor onDone={() => setNeedsFactor(false)} />
              </Suspense>
            ) : (
              <Frame user={user} />
            )}
          </UserProvider>
        </PartContext>
      </CallerContext>
    </QueryClientProvider>
  )
}
