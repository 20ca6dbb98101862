// What every signed-in screen stands in: the cache of answers, the user, and the frame.
import { QueryClientProvider } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useIsOffline } from '../../api/offline.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallerContext } from '../../api/use-call.ts'
import { useStore } from '../../lib/use-store.ts'
import { session } from '../../session/session.ts'
import { storeAnswers } from '../../session/stored-answers.ts'
import { UserProvider } from '../../session/user-context.ts'
import '../print.css'
import { registerWorker } from '../register-worker.ts'
import { Frame } from './Frame.tsx'

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

  // Its files come after what the first screen asks for.
  useEffect(() => {
    const timer = setTimeout(registerWorker, AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  if (!user) return null
  return (
    <QueryClientProvider client={queryClient}>
      <CallerContext value={user.userId}>
        <UserProvider value={user}>
          <Frame user={user} />
        </UserProvider>
      </CallerContext>
    </QueryClientProvider>
  )
}
