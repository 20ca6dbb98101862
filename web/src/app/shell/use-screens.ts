// The screens a user may see: what the menu lists.
import { can, type User } from '../../session/session.ts'
import { SCREENS, type Screen } from '../screens.tsx'

export const useScreens = (user: User): readonly Screen[] => SCREENS.filter(({ needs }) => can(user, needs))
