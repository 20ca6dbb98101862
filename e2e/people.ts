// People and profiles of Norte, made for one test each, so that no test changes what another one looks at.
import { profiles } from '@padron/contract/profiles'
import { identity, type PasswordKey, terms } from '@padron/contract/session'
import { users } from '@padron/contract/users'
import { seal } from '@padron/server/testing/seal'
import { PRODUCT } from './address.ts'
import { askAs, freshToken } from './api.ts'

let made = 0
/** A word that no other test of this run has. */
export const unique = (): string => {
  made += 1
  return `${process.pid}.${made}`
}

/** @param roleIDs role type × 10 + level */
export const newProfile = async (...roleIDs: number[]): Promise<{ presetId: number; name: string }> => {
  const name = `Perfil ${unique()}`
  const { presetId } = await askAs('norte-admin', profiles.create, { body: { presetName: name, roleIDs } })
  return { presetId, name }
}

export const acceptTerms = async (username: string, password: string, product = PRODUCT): Promise<void> => {
  const key = (await (await fetch(product + identity.passwordKey.path)).json()) as PasswordKey
  const body = JSON.stringify({ username, password: await seal(password, key, { username, use: 'terms' }) })
  const answer = await fetch(product + terms.accept.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(`terms: ${answer.status}`)
}

export type Person = { username: string; password: string; userId: number; token: string }

/** Somebody with the profile, who has accepted the terms and has a session of their own. */
export const newPerson = async (presetId: number): Promise<Person> => {
  const { userName: username, password } = await askAs('norte-admin', users.create, {
    body: { userClass: { user: { username: `persona${unique()}` }, preset: { presetId } } },
  })
  await acceptTerms(username, password)
  const { users: found } = await askAs('norte-admin', users.list, { body: { userClass: { user: { username } } } })
  const userId = found.find(({ user }) => user.username === username)?.user.userId ?? 0
  return { username, password, userId, token: await freshToken(username, password) }
}
