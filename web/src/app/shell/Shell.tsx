// What every signed-in screen stands in: the library's theme and words, the cache of answers, the user, and the frame.
import { QueryClientProvider } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { ConfigProvider } from 'antd'
import 'virtual:antd.css'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { CallerContext } from '../../api/use-call.ts'
import { useTheme } from '../../lib/theme.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useStore } from '../../lib/use-store.ts'
import { session } from '../../session/session.ts'
import { UserProvider } from '../../session/user-context.ts'
import { ANTD_WORDS } from '../antd-words.ts'
import { antdTheme, nonce } from '../theme.ts'
import '../print.css'
import { Frame } from './Frame.tsx'

export const Shell = (): ReactNode => {
  const now = useStore(session)
  const { dark } = useTheme()
  const navigate = useNavigate()
  const href = useRouterState({ select: ({ location }) => location.href })
  const origin = useRef(href)
  if (now.status === 'in') origin.current = href
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => antdTheme(dark, still), [dark, still])
  const csp = useMemo(() => ({ nonce: nonce() }), [])

  useEffect(() => {
    if (now.status !== 'out') return
    const back = now.lost && origin.current !== '/' ? { redirect: origin.current } : {}
    void navigate({ to: '/login', search: back as never, replace: true })
  }, [now, navigate])

  if (now.status !== 'in') return null
  return (
    <ConfigProvider locale={ANTD_WORDS} theme={theme} csp={csp}>
      <QueryClientProvider client={queryClient}>
        <CallerContext value={now.user.userId}>
          <UserProvider value={now.user}>
            <Frame user={now.user} />
          </UserProvider>
        </CallerContext>
      </QueryClientProvider>
    </ConfigProvider>
  )
}
