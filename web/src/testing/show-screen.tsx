// A screen as the shell shows it to a user, at an address: router, cache, user and notices, over a small server.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { FunctionComponent } from 'react'
import { queryClient } from '../api/query-client.ts'
import { CallerContext } from '../api/use-call.ts'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import type { User } from '../session/session.ts'
import { UserProvider } from '../session/user-context.ts'
import { Notices } from '../ui/overlay/Notices.tsx'

export const ADMIN: User = {
  userId: '1',
  name: 'norte-admin',
  role: ['admin'],
  logoURL: null,
  parentId: '0',
  parentName: 'norte',
  country: 'MX',
  zone: 'America/Mexico_City',
  demo: true,
}

/** @returns the router, whose address the screen reads and writes */
export const showScreen = (screen: FunctionComponent, address: string, user: User = ADMIN) => {
  queryClient.clear()
  const root = createRootRoute()
  const path = address.split('?')[0] ?? '/'
  const route = createRoute({ getParentRoute: () => root, path, component: screen, validateSearch: (all) => all })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <CallerContext value={user.userId}>
        <UserProvider value={user}>
          <RouterProvider router={router as never} />
          <Notices />
        </UserProvider>
      </CallerContext>
    </QueryClientProvider>,
  )
  return router
}
