// The story of signing in, over the network: nothing is sent while a field is missing, a refusal is told beside the
// fields, and the password only leaves the page sealed.
import { generateKeyPairSync } from 'node:crypto'
import { identity, SESSION_TEXTS, TOKEN_ERRORS } from '@padron/contract/session'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startSmallServer } from '../testing/small-server.ts'
import { LoginScreen } from './LoginScreen.tsx'

const SECRET = 'secreta ñ 2026'
const USER = {
  userId: '7', name: 'norte-admin', role: ['admin'], country: 'MX', logoURL: null, parentId: '0', parentName: 'norte',
} // biome-ignore format: one user
const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
const token = { access_token: 'abc', token_type: 'Bearer', expires_in: 60, scope: '' }
const refused = { status: 400, json: { error: 'invalid_grant', error_description: TOKEN_ERRORS.wrong } }

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [identity.passwordKey.path]: () => ({ json: { kty: 'OKP', crv: 'X25519', x, kid: 'k1' } }),
    [identity.token.path]: (body) =>
      new URLSearchParams(body).get('username') === USER.name ? { json: token } : refused,
    [identity.userinfo.path]: () => ({ json: USER }),
  })
})
afterAll(() => server.stop())

const onSignedIn = vi.fn()
const onPrepare = vi.fn()
beforeEach(() => {
  server.sent.length = 0
  vi.clearAllMocks()
  render(<LoginScreen onSignedIn={onSignedIn} onPrepare={onPrepare} />)
})
afterEach(cleanup)

const field = (name: string): HTMLInputElement => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Continuar' }))
const tokenCalls = () => server.sent.filter(({ path }) => path === identity.token.path)

test('a missing field is named, gets the focus, and nothing is sent', () => {
  submit()
  expect(screen.getByRole('alert').textContent).toBe('Usuario es requerido!')
  type('Usuario', 'alguien')
  submit()
  expect(screen.getByRole('alert').textContent).toBe('Contraseña es requerido!')
  expect(document.activeElement).toBe(field('Contraseña'))
  expect(tokenCalls()).toEqual([])
})

test('a wrong password is told, and what was typed stays', async () => {
  type('Usuario', 'alguien')
  type('Contraseña', SECRET)
  submit()
  expect(screen.getByRole('button', { name: 'Iniciando sesión…' })).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(SESSION_TEXTS.wrong), { timeout: 5000 })
  expect(field('Usuario').value).toBe('alguien')
  expect(document.activeElement).toBe(field('Contraseña'))
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('the right one enters, and it never travelled in clear', async () => {
  fireEvent.focus(field('Contraseña'))
  expect(onPrepare).toHaveBeenCalled()
  type('Usuario', ' norte-admin ')
  type('Contraseña', SECRET)
  submit()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled(), { timeout: 5000 })
  expect(onSignedIn.mock.calls[0]?.[0]).toMatchObject({
    name: 'norte-admin',
    country: 'MX',
    zone: 'America/Mexico_City',
  })
  expect(tokenCalls()).toHaveLength(1)
  const password = new URLSearchParams(tokenCalls()[0]?.body).get('password')
  expect(password?.split('.')).toHaveLength(5)
  expect(JSON.stringify(server.sent)).not.toContain(SECRET)
})
