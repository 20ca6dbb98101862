// The name of one of several installations behind one address (docs/places.md). A proxy reads it at the start of a
// token, or of an address that needs no token, and routes the call by it.
import { readFile } from 'node:fs/promises'
import { SESSION_TEXTS } from '@padron/contract/session'
import { HttpProblem } from '../../errors/http-problem.ts'

export const PLACE = /^[a-z0-9]{1,3}$/
const TOKEN_PLACE = /^[a-z0-9]{1,3}\./
export const ADDRESS_PREFIX = '/p/'
/** The header with the place that must handle the call. */
const PLACE_HEADER = 'padron-place'

export type PlaceName = string | undefined

export const tokenAt = (place: PlaceName, token: string): string => (place === undefined ? token : `${place}.${token}`)
/** A token is the same in every place: its company may move. */
export const withoutPlace = (token: string): string => token.replace(TOKEN_PLACE, '')

/** @param path of an address that needs no session: files and hooks */
export const addressAt = (place: PlaceName, path: string): string =>
  place === undefined ? path : `${ADDRESS_PREFIX}${place}${path}`
/** @param url as it came */
export const addressHere = (place: PlaceName, url: string): string =>
  place !== undefined && url.startsWith(`${ADDRESS_PREFIX}${place}/`) ? url.slice(addressAt(place, '').length) : url

/** A line a company, «acme mx2»; read at every sign-in, so that it can be replaced while processes run. */
const placeIn = async (directory: string, company: string): Promise<string | undefined> => {
  for (const line of (await readFile(directory, 'utf8')).split('\n')) {
    const [name, place] = line.trim().split(/\s+/)
    if (name === company && place !== undefined && PLACE.test(place)) return place
  }
  return undefined
}

export type Directory = {
  /**
   * @param username as it is stored
   * @throws HttpProblem 421 if the directory has the user's company in another place
   */
  refuseElsewhere: (username: string) => Promise<void>
  /** Whether companies are in several places: then an email address does not identify one. */
  several: boolean
}

/** @param directory the file; undefined: no company is in another place */
export const openDirectory = (place: PlaceName, directory: string | undefined): Directory => ({
  refuseElsewhere: async (username) => {
    if (place === undefined || directory === undefined) return
    const [company = ''] = username.split('-')
    const home = await placeIn(directory, company)
    if (home !== undefined && home !== place) throw livesElsewhere(home)
  },
  several: place !== undefined && directory !== undefined,
})

const livesElsewhere = (home: string): HttpProblem =>
  new HttpProblem(421, SESSION_TEXTS.elsewhere, undefined, { [PLACE_HEADER]: home })

/** @throws HttpProblem 421 if a code or token names another place */
export const refuseOtherPlace = (place: PlaceName, code: string): void => {
  const home = TOKEN_PLACE.exec(code)?.[0].slice(0, -1)
  if (place !== undefined && home !== undefined && home !== place) throw livesElsewhere(home)
}
