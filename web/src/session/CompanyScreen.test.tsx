// Signing in with the company's provider: the request, the redirect, the code or the refusal, and that no address keeps
// the code.
import { createHash } from 'node:crypto'
import { COMPANY_FAULTS } from '@padron/contract/company-sign-in'
import { COMPANY_GRANT, identity, SESSION_TEXTS, TERMS_VERSION, TOKEN_ERRORS } from '@padron/contract/session'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../api/notify.ts'
import { startSmallServer } from '../testing/small-server.ts'
import { CompanyScreen } from './CompanyScreen.tsx'

const USER = { userId: '7', name: 'norte-ana', role: [], country: 'MX', logoURL: null, parentId: '1', parentName: 'N' }
const ADDRESS = 'https://idp.norte.mx/authorize?state=x'
const refusal = (text: string, status = 400) => ({ status, json: { error: 'x', error_description: text } })

type Answer = { status?: number; json: unknown; headers?: Record<string, string> }
let onStart: Answer
let onToken: (fields: URLSearchParams) => Answer
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [identity.companyStart.path]: () => onStart,
    [identity.token.path]: (body) => onToken(new URLSearchParams(body)),
    [identity.userinfo.path]: () => ({ json: USER }),
  })
})
afterAll(() => server.stop())

const onSignedIn = vi.fn()
const goTo = vi.fn()
const open = (hash = '') => {
  history.replaceState(null, '', `/empresa${hash}`)
  render(<CompanyScreen onSignedIn={onSignedIn} goTo={goTo} />)
}
const sent = (path: string) =>
  server.sent.filter((one) => one.path === path).map(({ body }) => new URLSearchParams(body))
const alert = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('')
const type = (text: string) => fireEvent.change(screen.getByLabelText('Usuario o correo'), { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const token = { json: { access_token: 'abc', token_type: 'Bearer', expires_in: 60, scope: '' } }
beforeEach(() => {
  vi.clearAllMocks()
  server.sent.length = 0
  sessionStorage.clear()
  onStart = { json: { address: ADDRESS } }
  onToken = () => token
})
afterEach(() => {
  notices.set([])
  cleanup()
})

test('asks for the user or company, and redirects to the provider with a challenge of this tab', async () => {
  open()
  press('Continuar')
  expect(screen.getByText('Escriba su usuario o su correo.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(/Usuario o correo/))
  expect(server.sent).toEqual([])
  type(' ana@norte.mx ')
  press('Continuar')
  await waitFor(() => expect(goTo).toHaveBeenCalledWith(ADDRESS))
  const [start] = sent(identity.companyStart.path)
  const verifier = Object.values({ ...sessionStorage })[0] as string
  expect(start?.get('account')).toBe('ana@norte.mx')
  expect(start?.get('challenge')).toBe(createHash('sha256').update(verifier).digest('base64url'))
})

test.each([
  ['unknown', COMPANY_FAULTS.unknown],
  ['unavailable', COMPANY_FAULTS.unavailable],
  ['Escriba su nombre de usuario, no su correo.', 'Escriba su nombre de usuario, no su correo.'],
  ['constructor', SESSION_TEXTS.failed],
])('says why it does not begin: %s', async (description, text) => {
  onStart = refusal(description)
  open()
  type('norte-ana')
  press('Continuar')
  await waitFor(() => expect(alert()).toBe(text))
  expect(goTo).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('Usuario o correo').value).toBe('norte-ana')
})

test('says how long to wait after too many attempts', async () => {
  onStart = { ...refusal(TOKEN_ERRORS.locked, 429), headers: { 'retry-after': '60' } }
  open()
  type('norte')
  press('Continuar')
  await waitFor(() => expect(alert()).toContain(SESSION_TEXTS.locked))
})

test('handles a code from the provider, which is used once and removed from the address', async () => {
  sessionStorage.setItem('padron-company-verifier', 'prueba')
  open('#code=mx1.abc')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(location.href).not.toContain('abc')
  const [fields, ...more] = sent(identity.token.path)
  expect(Object.fromEntries(fields ?? [])).toMatchObject({
    grant_type: COMPANY_GRANT,
    code: 'mx1.abc',
    code_verifier: 'prueba',
  })
  expect(more).toEqual([])
  expect(sessionStorage.length).toBe(0)
})

test('shows the reason of a refused sign-in', async () => {
  open('#fault=noProfile')
  expect(alert()).toBe(COMPANY_FAULTS.noProfile)
  expect(location.hash).toBe('')
  cleanup()
  open('#fault=<b>')
  expect(alert()).toBe(SESSION_TEXTS.failed)
})

test('an old code, or one of another tab, starts again', async () => {
  onToken = () => refusal(TOKEN_ERRORS.ended)
  open('#code=x')
  await waitFor(() => expect(alert()).toBe(COMPANY_FAULTS.expired))
  type('norte')
  press('Continuar')
  await waitFor(() => expect(goTo).toHaveBeenCalledWith(ADDRESS))
})

test('asks to accept the terms, which are accepted with the same code', async () => {
  onToken = (fields) => (fields.get('accepted_terms') === TERMS_VERSION ? token : refusal(TOKEN_ERRORS.terms))
  open('#code=x')
  const dialog = within(await screen.findByRole('dialog', { name: 'Términos y condiciones' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Aceptar' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
})

test('refusing the terms ends the sign-in with an explanation', async () => {
  onToken = () => refusal(TOKEN_ERRORS.terms)
  open('#code=x')
  const dialog = within(await screen.findByRole('dialog', { name: 'Términos y condiciones' }))
  await new Promise((resolve) => setTimeout(resolve, 0))
  fireEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  await waitFor(() => expect(alert()).toContain('debe aceptar los términos'))
  expect(onSignedIn).not.toHaveBeenCalled()
})
