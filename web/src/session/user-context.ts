// The signed-in user, for everything rendered inside the shell.
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

/** Whether the user sees every vehicle of the company, and so its company-wide data. */
export const useSeesAll = (): boolean => useUser().vehicleScope === undefined

export const useCan = (permission: Permission): boolean => can(useUser(), permission)
