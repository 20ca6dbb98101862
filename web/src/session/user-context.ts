// The signed-in user, for everything drawn inside the shell.
import type { Permission } from '@padron/contract/permissions'
import { createContext, useContext } from 'react'
import { can, type User } from './session.ts'

const UserContext = createContext<User | undefined>(undefined)
export const UserProvider = UserContext.Provider

/** Undefined outside of the shell. */
export const useUserIfAny = (): User | undefined => useContext(UserContext)

export const useUser = (): User => {
  const user = useUserIfAny()
  if (!user) throw new Error('useUser outside the shell')
  return user
}

/** Every vehicle of the company, and so what is of all of it; others see a part. */
export const useSeesAll = (): boolean => useUser().vehicleScope === undefined

export const useCan = (permission: Permission): boolean => can(useUser(), permission)
