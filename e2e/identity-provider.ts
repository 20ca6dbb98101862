// A company's identity provider: oidc-provider, certified, with its own pages for signing in and consent, on its own
// port. Any user can sign in without a password.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
// @ts-expect-error the package brings no types
import Provider from 'oidc-provider'
import { PRODUCT } from './address.ts'
import { expect, type Page } from './fixtures.ts'

export const CLIENT = { id: 'padron', secret: 'un secreto del proveedor' }

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

type Person = { email?: string; email_verified?: boolean; groups?: string[]; preferred_username?: string }

/** @param people by the name that they type to sign in, which is their subject too */
export const startIdentityProvider = async (people: Record<string, Person>) => {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${PRODUCT}/connect/authorize/callback`],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'groups'],
    },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people[id] }),
    }),
    cookies: { keys: ['clave de las cookies'] },
  })
  const server: Server = provider.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    stop: () => new Promise((done) => server.close(done).closeAllConnections()),
    /** Its pages load a font of another host; tests do not wait for it. */
    withoutFonts: (page: Page): Promise<unknown> =>
      page.route(/\/\/fonts\./, (route) => route.fulfill({ contentType: 'text/css', body: '' })),
    /** The steps on the provider's pages in the browser. */
    signIn: async (page: Page, login: string): Promise<void> => {
      await expect(page).toHaveURL((url) => url.origin === issuer)
      await page.locator('input[name=login]').fill(login)
      await page.locator('input[name=password]').fill('cualquiera')
      await page.getByRole('button', { name: 'Sign-in' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
    },
  }
}
