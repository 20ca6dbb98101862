// The screens a user may see, and which of them the menu lists.
import type { User } from '../../session/session.ts'
import { opens, SCREENS, type Screen } from '../screens.tsx'

type Named = Omit<Screen, 'title'> & { title: string }

export const useScreens = (user: User): { open: readonly Named[]; listed: readonly Named[] } => {
  const named = ({ title, ...screen }: Screen): Named => ({
    ...screen,
    title: typeof title === 'string' ? title : title[user.country],
  })
  const open = SCREENS.filter((screen) => opens(screen, user.role)).map(named)
  return { open, listed: open.filter(({ unlisted }) => !unlisted) }
}
