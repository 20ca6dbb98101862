// What a person does with their second factor over HTTP: the steps of a sign-in, and Mi cuenta.
import type { Account } from '@padron/contract/account'
import { type PasswordKey, SECOND_FACTOR_GRANT } from '@padron/contract/session'
import { PASSWORD, type Somebody, type TestServer } from '../server.ts'
import { seal } from './seal.ts'

/** @param now of the server, which stands still @returns the steps of somebody */
export const factorSteps = async (server: TestServer, now: Date) => {
  const key = (await server.ask(undefined, { url: '/connect/password-key' })).body as PasswordKey
  const seconds = Math.floor(now.getTime() / 1000)

  return (who: Somebody) => {
    const { username } = who
    const form = (fields: Record<string, string>) =>
      server.ask(undefined, {
        method: 'POST',
        url: '/connect/token',
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        remoteAddress: '10.0.0.7',
      })
    const password = async (more: Record<string, string> = {}, word = PASSWORD) =>
      form({ grant_type: 'password', username, password: await seal(word, key, { username, seconds }), ...more })
    return {
      password,
      /** The second step: with `otp`, or `passkey`. */
      second: (mfa_token: string, more: Record<string, string>) =>
        form({ grant_type: SECOND_FACTOR_GRANT, mfa_token, ...more }),
      challenge: async () => ((await password()).body as { mfa_token: string }).mfa_token,
      call: (url: string, payload: object, somebody = who) =>
        server.ask(somebody, { method: 'POST', url: `/api/v2/account/factor${url}`, payload }),
      current: (word = PASSWORD) => seal(word, key, { username, use: 'current-password', seconds }),
      me: async () => (await server.ask(who, { url: '/api/v2/account' })).body as Account,
    }
  }
}
