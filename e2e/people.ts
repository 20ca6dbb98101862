// Users and profiles created for one test each, so that no test changes those of another.
import type { Args, CallRow, Reply } from '@padron/contract/call'
import { profiles } from '@padron/contract/profiles'
import { identity, type PasswordKey, terms } from '@padron/contract/session'
import { users } from '@padron/contract/users'
import { seal } from '@padron/server/testing/sign-in/seal'
import { PRODUCT } from './address.ts'
import { askAs, freshToken } from './api.ts'

let made = 0
/** A word that is unique in this run. */
export const unique = (): string => {
  made += 1
  return `${process.pid}.${made}`
}

type Ask = <R extends CallRow>(row: R, args: Args<R>) => Promise<Reply<R>>
const askNorte: Ask = (row, args) => askAs('norte-admin', row, args)

/** @param roleIDs role type × 10 + level */
export const newProfile = (...roleIDs: number[]): Promise<{ presetId: number; name: string }> =>
  newProfileOf(askNorte, roleIDs)

const newProfileOf = async (ask: Ask, roleIDs: number[]): Promise<{ presetId: number; name: string }> => {
  const name = `Perfil ${unique()}`
  const { presetId } = await ask(profiles.create, { body: { presetName: name, roleIDs } })
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

/** A user with the profile, who has accepted the terms and has a session. */
export const newPerson = (presetId: number): Promise<Person> => newPersonOf(askNorte, presetId)

/** The same in a company of the test's own, with a profile of these levels. */
export const newColleague = async (ask: Ask, ...roleIDs: number[]): Promise<Person> =>
  newPersonOf(ask, (await newProfileOf(ask, roleIDs)).presetId)

const newPersonOf = async (ask: Ask, presetId: number): Promise<Person> => {
  const { userName: username, password } = await ask(users.create, {
    body: { userClass: { user: { username: `persona${unique()}` }, preset: { presetId } } },
  })
  await acceptTerms(username, password)
  const { users: found } = await ask(users.list, { body: { userClass: { user: { username } } } })
  const userId = found.find(({ user }) => user.username === username)?.user.userId ?? 0
  return { username, password, userId, token: await freshToken(username, password) }
}
