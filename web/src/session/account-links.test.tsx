// Links of invitations and forgotten passwords: the request with its equal answer for every address, expired links, and
// that code and password are sent nowhere else.
import { generateKeyPairSync } from 'node:crypto'
import { accountLinks, LINK_TEXTS, NO_MAIL_HERE, RECOVERY_SENT } from '@padron/contract/account-links'
import { COMMON_PASSWORD_WARNING } from '@padron/contract/rules/common-passwords'
import { PASSWORDS_DIFFER } from '@padron/contract/rules/user-rules'
import { identity } from '@padron/contract/session'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../api/notify.ts'
import { startSmallServer } from '../testing/small-server.ts'
import { LinkScreen } from './LinkScreen.tsx'
import { RecoveryScreen } from './RecoveryScreen.tsx'

const CODE = 'mx1.Wm9ycm8tcmFwaWRvLXNhbHRhLXNvYnJlLXBlcnJv'
const PASSWORD = 'Una frase larga 1'
const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
const OPEN = {
  state: 'open',
  link: { purpose: 'invitation', username: 'norte-ana', company: 'Norte', expiresAt: '2026-11-27T18:00:00Z' },
}
const USER = { userId: '7', name: 'norte-ana', role: [], country: 'MX', logoURL: null, parentId: '1', parentName: 'N' }

type Answer = { status?: number; json: unknown; headers?: Record<string, string> }
let onCheck: Answer
let onPassword: Answer
let onRequest: Answer
let onToken: Answer
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [accountLinks.check.path]: () => onCheck,
    [accountLinks.setPassword.path]: () => onPassword,
    [accountLinks.request.path]: () => onRequest,
    [identity.passwordKey.path]: () => ({ json: { kty: 'OKP', crv: 'X25519', x, kid: 'k1' } }),
    [identity.token.path]: () => onToken,
    [identity.userinfo.path]: () => ({ json: USER }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  onCheck = { json: OPEN }
  onPassword = { json: { message: 'ok' } }
  onRequest = { json: { message: RECOVERY_SENT } }
  onToken = { json: { access_token: 'abc', token_type: 'Bearer', expires_in: 60, scope: '' } }
  server.sent.length = 0
})
afterEach(() => {
  notices.set([])
  cleanup()
})

const sentTo = (path: string) => server.sent.filter((one) => one.path === path).map(({ body }) => JSON.parse(body))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const alert = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('')

const onSignedIn = vi.fn()
const open = (hash = `#${CODE}`) => {
  onSignedIn.mockClear()
  history.replaceState(null, '', `/clave${hash}`)
  render(<LinkScreen onSignedIn={onSignedIn} />)
}

test('an invitation shows its user, requires a valid password, sends it encrypted, and signs in with it', async () => {
  open()
  expect(await screen.findByText('norte-ana')).toBeTruthy()
  expect(document.body.textContent).toContain('Norte le dio acceso a Padrón')
  // The code is removed from the address, and so from the history.
  expect(location.href).not.toContain(CODE)
  press('Guardar y entrar')
  expect(document.activeElement).toBe(screen.getByLabelText('Contraseña'))
  type('Contraseña', 'ab')
  expect(screen.getByText('Mínimo 4 caracteres')).toBeTruthy()
  fireEvent.focus(screen.getByLabelText('Contraseña'))
  type('Contraseña', '1234')
  expect(await screen.findByText(COMMON_PASSWORD_WARNING)).toBeTruthy()
  type('Contraseña', PASSWORD)
  type('Confirmar contraseña', 'otra')
  press('Guardar y entrar')
  expect(screen.getByText(PASSWORDS_DIFFER)).toBeTruthy()
  expect(sentTo(accountLinks.setPassword.path)).toEqual([])
  type('Confirmar contraseña', PASSWORD)
  press('Guardar y entrar')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled(), { timeout: 5000 })
  expect(onSignedIn.mock.calls[0]?.[0]).toMatchObject({ name: 'norte-ana' })
  const [sent] = sentTo(accountLinks.setPassword.path)
  expect(sent).toMatchObject({ code: CODE, password: expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/) })
  expect(JSON.stringify(server.sent)).not.toContain(PASSWORD)
})

test('a forgotten password says what its change ends; an invitation ends nothing', async () => {
  const ends = 'Al guardarla terminan sus sesiones, sus tokens de acceso y su dirección de calendario.'
  open()
  await screen.findByText('norte-ana')
  expect(document.body.textContent).not.toContain('Al guardarla terminan')
  cleanup()
  onCheck = { json: { ...OPEN, link: { ...OPEN.link, purpose: 'recovery' } } }
  open()
  await screen.findByText('norte-ana')
  expect(document.body.textContent).toContain(`Contraseña nueva de norte-ana. ${ends}`)
})

for (const state of ['expired', 'used', 'replaced', 'unknown'] as const)
  test(`a link that is ${state} says so, and where to have another`, async () => {
    onCheck = { json: { state, link: null } }
    open()
    expect(await screen.findByText(LINK_TEXTS[state])).toBeTruthy()
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Pedir otro enlace' }).pathname).toBe('/recuperar')
    expect(screen.queryByLabelText('Contraseña')).toBeNull()
  })

test('an address without a code shows an unknown link, without a request', async () => {
  open('')
  expect(await screen.findByText(LINK_TEXTS.unknown)).toBeTruthy()
  expect(sentTo(accountLinks.check.path)).toEqual([])
})

test('a link that ends while the password is typed says why; a failure keeps what was typed', async () => {
  onPassword = { status: 500, json: {} }
  open()
  await screen.findByText('norte-ana')
  type('Contraseña', PASSWORD)
  type('Confirmar contraseña', PASSWORD)
  press('Guardar y entrar')
  await waitFor(() => expect(alert()).toContain(accountLinks.setPassword.fails))
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe(PASSWORD)
  onPassword = { status: 410, json: { title: LINK_TEXTS.expired, status: 410 } }
  press('Guardar y entrar')
  expect(await screen.findByText(LINK_TEXTS.expired)).toBeTruthy()
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('after the second step of the sign-in was cancelled, the page says that the password is saved', async () => {
  onToken = { status: 400, json: { error: 'mfa_required', mfa_token: 'm1', expires_in: 300 } }
  open()
  await screen.findByText('norte-ana')
  type('Contraseña', PASSWORD)
  type('Confirmar contraseña', PASSWORD)
  press('Guardar y entrar')
  await screen.findByRole('dialog', { name: 'Verificación en dos pasos' }, { timeout: 10_000 })
  expect(screen.queryByText('Contraseña guardada')).toBeNull()
  press('Cancelar')
  expect(await screen.findByText('Contraseña guardada')).toBeTruthy()
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Iniciar sesión' }).pathname).toBe('/login')
  expect(screen.queryByLabelText('Contraseña')).toBeNull()
  expect(sentTo(accountLinks.setPassword.path)).toHaveLength(1)
})

test('a failed check of a link can be retried', async () => {
  onCheck = { status: 503, json: {} }
  open()
  await waitFor(() => expect(alert()).toContain(accountLinks.check.fails))
  onCheck = { json: OPEN }
  press('Reintentar')
  expect(await screen.findByText('norte-ana')).toBeTruthy()
})

test('a forgotten password requires a name, and the server’s answer is the same for any name', async () => {
  render(<RecoveryScreen />)
  press('Enviar enlace')
  expect(screen.getByText('Escriba su usuario o su correo.')).toBeTruthy()
  expect(sentTo(accountLinks.request.path)).toEqual([])
  onRequest = { status: 429, json: { title: 'Demasiados', status: 429 }, headers: { 'retry-after': '60' } }
  type('Usuario o correo', ' ana@norte.mx ')
  press('Enviar enlace')
  await waitFor(() => expect(alert()).toContain('Podrá volver a intentarlo en 1 minuto.'))
  onRequest = { json: { message: RECOVERY_SENT } }
  press('Enviar enlace')
  expect(await screen.findByText(RECOVERY_SENT)).toBeTruthy()
  expect(sentTo(accountLinks.request.path).at(-1)).toEqual({ account: 'ana@norte.mx' })
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Iniciar sesión' }).pathname).toBe('/login')
})

test('without email the page says whom to ask', async () => {
  vi.doMock('../api/use-config.ts', () => ({ useConfig: () => ({ mail: false }) }))
  vi.resetModules()
  const screens = await import('./RecoveryScreen.tsx')
  render(<screens.RecoveryScreen />)
  expect(screen.getByText(NO_MAIL_HERE)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  const links = await import('./LinkScreen.tsx')
  onCheck = { json: { state: 'expired', link: null } }
  history.replaceState(null, '', `/clave#${CODE}`)
  render(<links.LinkScreen onSignedIn={onSignedIn} />)
  expect(await screen.findByText(LINK_TEXTS.expired)).toBeTruthy()
  expect(screen.getByText(NO_MAIL_HERE)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Pedir otro enlace' })).toBeNull()
  vi.doUnmock('../api/use-config.ts')
})
