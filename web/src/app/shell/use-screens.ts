// The screens that the user may open, and their menu.
import { dashboardTitle } from '@padron/contract/dashboard/rules'
import type { User } from '../../session/session.ts'
import { type MenuGroup, menuOf } from '../menu.ts'
import { opens, SCREENS, type Screen } from '../screens.tsx'

export const useScreens = (user: User): { open: readonly Screen[]; menu: readonly MenuGroup[] } => {
  const open = SCREENS.filter((screen) => opens(screen, user)).map((screen) =>
    screen.path === '/dashboard/tenencias' ? { ...screen, title: dashboardTitle('tenencias', user.country) } : screen,
  )
  return { open, menu: menuOf(open) }
}
