// The screens a user may see, and which of them the menu lists.
import type { User } from '../../session/session.ts'
import { opens, SCREENS, type Screen } from '../screens.tsx'

export const useScreens = (user: User): { open: readonly Screen[]; listed: readonly Screen[] } => {
  const open = SCREENS.filter((screen) => opens(screen, user.role))
  return { open, listed: open.filter(({ unlisted }) => !unlisted) }
}
