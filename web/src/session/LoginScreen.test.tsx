// Signing in, over the network: nothing is sent while a field is missing, a refusal is shown beside the fields, and the
// password leaves the page only encrypted.
import { generateKeyPairSync } from 'node:crypto'
import { FACTOR_TEXTS } from '@padron/contract/account'
import { identity, SEAL_TEXTS, SESSION_TEXTS, TOKEN_ERRORS, terms } from '@padron/contract/session'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { notices } from '../api/notify.ts'
import { recall } from '../lib/memory.ts'
import { BLOCK_CLOSE_MS } from '../lib/use-block-close.ts'
import { startSmallServer } from '../testing/small-server.ts'
import { LoginScreen } from './LoginScreen.tsx'

const SECRET = 'secreta ñ 2026'
const USER = {
  userId: '7',
  name: 'norte-admin',
  role: ['admin'],
  country: 'MX',
  logoURL: null,
  parentId: '0',
  parentName: 'norte',
}
const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
const token = { access_token: 'abc', token_type: 'Bearer', expires_in: 60, scope: '' }
const asksTerms = { status: 400, json: { error: 'invalid_grant', error_description: TOKEN_ERRORS.terms } }
const refused = { status: 400, json: { error: 'invalid_grant', error_description: TOKEN_ERRORS.wrong } }
const asksCode = { status: 400, json: { error: 'mfa_required', mfa_token: 'm1', expires_in: 300 } }
const asksPasskey = () => ({
  status: 400,
  json: {
    ...{ error: 'mfa_required', mfa_token: 'm2', expires_in: 300, application: false },
    passkey: { challenge: 'AAAA', rpId: location.hostname, allowCredentials: [], timeout: 9 },
  },
})
const wrongPasskey = { status: 400, json: { error: 'invalid_grant', error_description: TOKEN_ERRORS.wrongPasskey } }
const wrongCode = { status: 400, json: { error: 'invalid_grant', error_description: TOKEN_ERRORS.wrongCode } }
const byCompany = { status: 400, json: { error: 'invalid_grant', error_description: TOKEN_ERRORS.company } }
const repeated = { status: 400, json: { error: 'invalid_request', error_description: SEAL_TEXTS.repeated } }

/** Whether the terms are accepted. Accepting them waits for `slow`. */
let accepted = true
let slow: PromiseWithResolvers<void> | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [identity.passwordKey.path]: () => ({ json: { kty: 'OKP', crv: 'X25519', x, kid: 'k1' } }),
    [identity.token.path]: (body) => {
      const username = new URLSearchParams(body).get('username')
      if (username === 'repetido') return repeated
      if (username === 'norte-ana') return asksCode
      if (username === 'norte-eva') return asksPasskey()
      const passkey = new URLSearchParams(body).get('passkey')
      if (passkey !== null) return passkey.includes('"id":"AQID"') ? { json: token } : wrongPasskey
      const code = new URLSearchParams(body).get('otp')
      if (code !== null) return code === '123456' ? { json: { ...token, device_token: 'd1' } } : wrongCode
      if (username === 'sur-ana') return byCompany
      return !accepted ? asksTerms : username === USER.name ? { json: token } : refused
    },
    [terms.accept.path]: async () => {
      await slow?.promise
      accepted = true
      return { json: {} }
    },
    [identity.userinfo.path]: () => ({ json: USER }),
  })
})
afterAll(() => server.stop())

const onSignedIn = vi.fn()
const onPrepare = vi.fn()
beforeEach(() => {
  server.sent.length = 0
  accepted = true
  slow = undefined
  vi.clearAllMocks()
  render(<LoginScreen onSignedIn={onSignedIn} onPrepare={onPrepare} onStored={vi.fn()} />)
})
afterEach(() => {
  notices.set([])
  vi.useRealTimers()
  cleanup()
})

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

test('a wrong password shows a message and a notice until the next attempt; the typed text stays', async () => {
  type('Usuario', 'alguien')
  type('Contraseña', SECRET)
  submit()
  expect(screen.getByRole('button', { name: 'Iniciando sesión…' })).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(SESSION_TEXTS.wrong), { timeout: 5000 })
  expect(field('Usuario').value).toBe('alguien')
  expect(document.activeElement).toBe(field('Contraseña'))
  expect(onSignedIn).not.toHaveBeenCalled()
  expect(notices.get()).toMatchObject([{ kind: 'error', text: SESSION_TEXTS.wrong }])
  submit()
  expect(notices.get()).toEqual([])
  await waitFor(() => expect(notices.get()).toHaveLength(1), { timeout: 5000 })
})

test('a sealed password that the server received twice is not reported as wrong', async () => {
  type('Usuario', 'repetido')
  type('Contraseña', SECRET)
  submit()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(SEAL_TEXTS.repeated), { timeout: 5000 })
})

test('if the company requires its provider, the page says so and links to it', async () => {
  type('Usuario', 'sur-ana')
  type('Contraseña', SECRET)
  submit()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(SESSION_TEXTS.company), { timeout: 5000 })
  expect(screen.getByRole('link', { name: 'Entrar con su empresa' }).getAttribute('href')).toBe('/empresa')
})

test('the right password signs in, and is never sent in plain text', async () => {
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

test('while the terms are being accepted they cannot be refused; refusing them ends the sign-in', async () => {
  accepted = false
  slow = Promise.withResolvers()
  type('Usuario', 'norte-admin')
  type('Contraseña', SECRET)
  submit()
  const dialog = await screen.findByRole('dialog', { name: 'Términos y condiciones' })
  const press = (name: string) => fireEvent.click(within(dialog).getByRole('button', { name }))
  press('Aceptar')
  press('Rechazar')
  press('Cerrar ventana')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.queryByText(/debe aceptar los términos/)).toBeNull()
  slow.resolve()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled(), { timeout: 5000 })
})

test('an acceptance that arrives after the terms were closed does not sign in', async () => {
  accepted = false
  slow = Promise.withResolvers()
  type('Usuario', 'norte-admin')
  type('Contraseña', SECRET)
  submit()
  const dialog = await screen.findByRole('dialog', { name: 'Términos y condiciones' })
  const press = (name: string) => fireEvent.click(within(dialog).getByRole('button', { name }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  press('Aceptar')
  await act(async () => void vi.advanceTimersByTime(BLOCK_CLOSE_MS))
  press('Rechazar')
  vi.useRealTimers()
  expect(screen.getByText(/debe aceptar los términos/)).toBeTruthy()
  await waitFor(() => expect(server.sent.some(({ path }) => path === terms.accept.path)).toBe(true))
  slow.resolve()
  // Waits for a later request, which is answered after it.
  await act(async () => {
    for (const _ of [1, 2]) await fetch(terms.accept.path, { method: 'POST' })
  })
  expect(screen.queryByText('Iniciando sesión…')).toBeNull()
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('a second factor requires a code; a wrong one is reported beside it; the browser can be remembered', async () => {
  type('Usuario', 'norte-ana')
  type('Contraseña', SECRET)
  submit()
  const dialog = within(await screen.findByRole('dialog', { name: 'Verificación en dos pasos' }))
  const give = (code: string) => {
    fireEvent.change(dialog.getByLabelText(/^Código/), { target: { value: code } })
    fireEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  }
  give('')
  expect(await dialog.findByText('Escriba el código')).toBeTruthy()
  give('000000')
  expect(await dialog.findByText(SESSION_TEXTS.wrongCode)).toBeTruthy()
  expect(onSignedIn).not.toHaveBeenCalled()
  fireEvent.click(dialog.getByRole('checkbox', { name: /30 días/ }))
  give('123456')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled(), { timeout: 5000 })
  const sent = new URLSearchParams(tokenCalls().at(-1)?.body)
  expect(Object.fromEntries(sent)).toMatchObject({ mfa_token: 'm1', otp: '123456', remember_device: 'true' })
  expect(recall('norte-ana', 'device')).toBe('d1')
})

describe('with a passkey', () => {
  const get = vi.fn<() => Promise<unknown>>()
  const open = async () => {
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
    type('Usuario', 'norte-eva')
    type('Contraseña', SECRET)
    submit()
    return within(await screen.findByRole('dialog', { name: 'Verificación en dos pasos' }))
  }
  afterEach(() => vi.unstubAllGlobals())

  test('requests it; after a cancellation it can be retried; a recovery code works too', async () => {
    vi.stubGlobal('PublicKeyCredential', class {})
    const dialog = await open()
    get.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    fireEvent.click(dialog.getByRole('button', { name: 'Usar una llave de acceso' }))
    expect(await dialog.findByText('Se canceló, o pasó el tiempo. Puede intentarlo de nuevo.')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Usar un código' }))
    expect(dialog.getByText('Escriba uno de sus códigos de recuperación.')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Usar una llave de acceso' }))
    const bytes = new Uint8Array([1, 2, 3]).buffer
    const answer = (id: string) => ({
      id,
      rawId: bytes,
      type: 'public-key',
      response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
      getClientExtensionResults: () => ({}),
    })
    get.mockResolvedValueOnce({ ...answer('AAAA'), rawId: new ArrayBuffer(3) })
    fireEvent.click(dialog.getByRole('button', { name: 'Usar una llave de acceso' }))
    expect(await dialog.findByText(`${FACTOR_TEXTS.wrongPasskey}.`)).toBeTruthy()
    get.mockResolvedValueOnce(answer('AQID'))
    fireEvent.click(dialog.getByRole('button', { name: 'Usar una llave de acceso' }))
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
    const sent = new URLSearchParams(tokenCalls().at(-1)?.body)
    expect(Object.fromEntries(sent)).toMatchObject({ mfa_token: 'm2', passkey: expect.stringContaining('"id":"AQID"') })
  })

  test('a browser without passkeys asks for a code, and says why', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    const dialog = await open()
    expect(dialog.getByText('Este navegador no admite llaves de acceso.')).toBeTruthy()
    expect(dialog.getByRole('textbox', { name: 'Código' })).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Usar una llave de acceso' })).toBeNull()
  })
})
