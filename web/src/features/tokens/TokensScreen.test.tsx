// The tokens: their list, creating one that is shown once, revoking, the company's list, and refusals.
import { PERMISSIONS } from '@padron/contract/permissions'
import { type CompanyToken, tokens as calls, TOKEN_TEXTS, TOKENS_AT_MOST, type Token } from '@padron/contract/tokens'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { expectToStayWhileBusy } from '../../testing/busy-dialog.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { after, testToken } from '../../testing/tokens.ts'
import { TokensScreen } from './TokensScreen.tsx'

const TOKEN = 'padron_pat_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789k7Qz'
const READER = { ...ADMIN, userId: '2', role: ['vehicles_read', 'tags_read', 'queue_read'] }

let stored: Token[]
let ofCompany: CompanyToken[]
let refusal: { status: number; title: string; errors?: { path: string; message: string }[] } | undefined
/** Delays the response to a creation. */
let slow: PromiseWithResolvers<void> | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [calls.list.path]: async (body, method) => {
      if (method === 'GET') return { json: { tokens: stored } }
      await slow?.promise
      if (refusal) return { status: refusal.status, json: { type: 'about:blank', ...refusal } }
      const { name, permissions, days } = JSON.parse(body)
      const created = testToken({ tokenId: 9, name, permissions, expiresAt: after(days) })
      stored = [created, ...stored]
      return { json: { token: TOKEN, created } }
    },
    [calls.ofCompany.path]: () => ({ json: { tokens: ofCompany } }),
    '/api/v2/tokens/1': () => {
      if (refusal) return { status: refusal.status, json: { type: 'about:blank', ...refusal } }
      stored = stored.map((one) => (one.tokenId === 1 ? { ...one, status: 'revoked' } : one))
      return { json: { message: 'ok' } }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = [testToken()]
  ofCompany = []
  refusal = undefined
  slow = undefined
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
  localStorage.clear()
  server.sent.length = 0
})
const show = (search = '', user = ADMIN) => showScreen(TokensScreen, `/tokens${search}`, user)
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const created = () => JSON.parse(server.sent.find(({ method }) => method === 'POST')?.body ?? 'null')
const noticed = () => notices.get().map(({ text }) => text)

test('shows the state of each token, its expiry, its permissions and its last use', async () => {
  stored = [
    testToken({ lastUsedAt: after(-0.2), lastUsedAddress: '203.0.113.7' }),
    testToken({ tokenId: 2, name: 'Nómina', expiresAt: after(3.5), permissions: [...PERMISSIONS] }),
    testToken({ tokenId: 3, name: 'Viejo', status: 'revoked' }),
  ]
  show()
  const erp = await row(/^ERP de compras/)
  expect(erp.getByText('Vigente')).toBeTruthy()
  expect(erp.getByText('termina en …k7Qz')).toBeTruthy()
  expect(erp.getByText('en 40 días')).toBeTruthy()
  expect(erp.getByText('Consultar vehículos')).toBeTruthy()
  expect(erp.getByText('desde 203.0.113.7')).toBeTruthy()
  const payroll = await row(/^Nómina/)
  expect(payroll.getByText('Vence pronto')).toBeTruthy()
  expect(payroll.getByText('Todos los permisos')).toBeTruthy()
  expect(payroll.getByText('Sin usar')).toBeTruthy()
  const old = await row(/^Viejo/)
  expect(old.getByText('Revocado')).toBeTruthy()
  expect(old.queryByRole('button')).toBeNull()
})

test('explains tokens if there are none, and states the limit', async () => {
  stored = []
  show()
  expect(await screen.findByText('Sin tokens de acceso')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Crear token' })).toBeTruthy()
  cleanup()
  stored = Array.from({ length: TOKENS_AT_MOST }, (_, i) => testToken({ tokenId: i + 1, name: `n${i}` }))
  show()
  expect(await screen.findByText(TOKEN_TEXTS.tooMany)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Crear token' }).disabled).toBe(true)
})

test('a token is created with the selected values and shown once; closing its dialog asks to confirm', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Crear token' }))
  const form = await dialog('Crear token de acceso')
  fireEvent.click(form.getByRole('button', { name: 'Crear token' }))
  expect(form.getByText(TOKEN_TEXTS.noName)).toBeTruthy()
  expect(form.getByText(TOKEN_TEXTS.noPermission)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Para qué es')))
  fireEvent.change(form.getByLabelText('Para qué es'), { target: { value: ' Tablero ' } })
  fireEvent.click(form.getByRole('checkbox', { name: 'Agregar vehículos' }))
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: 'Consultar etiquetas' }).checked).toBe(true)
  fireEvent.change(form.getByLabelText('Duración'), { target: { value: '30' } })
  fireEvent.click(form.getByRole('button', { name: 'Crear token' }))

  expect(await screen.findByText(TOKEN)).toBeTruthy()
  expect(created()).toEqual({
    name: 'Tablero',
    permissions: ['vehicles_read', 'vehicles_edit', 'vehicles_admin', 'tags_read'],
    days: 30,
  })
  const modal = await dialog('Token «Tablero»')
  expect(modal.getByText(/^curl -H "Authorization: Bearer/).textContent).toContain('/api/v2/vehicleAsset')
  expect(modal.getByRole('link', { name: /su interfaz para programas/ }).getAttribute('href')).toMatch(/\/api\/docs$/)
  expect(JSON.stringify(localStorage)).not.toContain(TOKEN)
  fireEvent.click(modal.getByRole('button', { name: 'Cerrar' }))
  expect((await dialog('¿Cerrar sin copiar el token?')).getByText(/No podrá volver a verlo/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Volver' }))
  expect(screen.getByText(TOKEN)).toBeTruthy()
  fireEvent.click(modal.getByRole('button', { name: 'Cerrar' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar sin copiar' }))
  expect(screen.queryByText(TOKEN)).toBeNull()
  expect(await screen.findByRole('row', { name: /^Tablero/ })).toBeTruthy()
})

test('only the user’s own permissions can be granted; «Solo lectura» selects those that read', async () => {
  show('?new=token', { ...READER, role: [...READER.role, 'vehicles_edit'] })
  const form = await dialog(
    (await screen.findByRole('dialog')).getAttribute('aria-labelledby') ? 'Crear token de acceso' : '',
  )
  expect(form.getAllByRole('checkbox').map((box) => box.parentElement?.textContent)).toEqual([
    'Consultar vehículos',
    'Editar, dar de baja y de alta',
    'Consultar etiquetas',
    'Consultar el panel de trabajos',
  ])
  fireEvent.click(form.getByRole('button', { name: 'Solo lectura' }))
  const given = () => form.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
  expect(given()).toEqual([true, false, true, true])
  expect(form.getByRole('button', { name: 'Solo lectura' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(form.getByRole('button', { name: 'Ninguno' }))
  expect(given()).toEqual([false, false, false, false])
})

test('a refusal appears under its field; the selected values stay, also after the tab was closed', async () => {
  refusal = { status: 403, title: 'no', errors: [{ path: 'permissions', message: TOKEN_TEXTS.notHeld }] }
  show('?new=token')
  await screen.findByRole('dialog')
  fireEvent.change(screen.getByLabelText('Para qué es'), { target: { value: 'Tablero' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Consultar dashboards' }))
  fireEvent.click((await dialog('Crear token de acceso')).getByRole('button', { name: 'Crear token' }))
  expect(await screen.findByText(TOKEN_TEXTS.notHeld)).toBeTruthy()
  expect(noticed()).toEqual([])
  cleanup()
  show('?new=token')
  await screen.findByRole('dialog')
  expect(screen.getByLabelText<HTMLInputElement>('Para qué es').value).toBe('Tablero')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Consultar dashboards' }).checked).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.stringify(localStorage)).not.toContain('Tablero')
})

test('revoking asks for a confirmation that says it is permanent', async () => {
  show()
  fireEvent.click((await row(/^ERP de compras/)).getByRole('button', { name: 'Revocar ERP de compras' }))
  const question = await dialog('Revocar token')
  expect(question.getByText(/No se puede deshacer/)).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Revocar token' }))
  expect(await screen.findByText('Revocado')).toBeTruthy()
  expect(server.sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/api/v2/tokens/1'])
  expect(noticed()).toEqual([calls.revoke.done])
})

test('a failed revocation shows the reason in its dialog', async () => {
  refusal = { status: 500, title: 'no' }
  show()
  fireEvent.click((await row(/^ERP de compras/)).getByRole('button', { name: /^Revocar/ }))
  fireEvent.click((await dialog('Revocar token')).getByRole('button', { name: 'Revocar token' }))
  expect(await screen.findByText(calls.revoke.fails)).toBeTruthy()
})

test('an administrator of users sees and searches the company’s tokens, and may revoke one', async () => {
  const names = ['ana', 'luis', 'eva', 'raul', 'sara', 'juan', 'rosa', 'ivan']
  ofCompany = names.map((name, i) => ({
    ...testToken({ tokenId: i + 1, name: `Programa ${i}` }),
    user: { userId: i + 1, username: `norte-${name}`, active: name !== 'luis' },
  }))
  show()
  fireEvent.click(await screen.findByRole('tab', { name: 'De la empresa' }))
  expect(within(await screen.findByRole('table', { name: 'Tokens de la empresa' })).getAllByRole('row')).toHaveLength(9)
  expect((await row(/norte-luis/)).getByText('Usuario inactivo: no abre nada')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Buscar por usuario o por token'), { target: { value: 'RAÚL' } })
  expect(screen.getAllByRole('row')).toHaveLength(2)
  fireEvent.change(screen.getByLabelText('Buscar por usuario o por token'), { target: { value: 'norte-ana' } })
  fireEvent.click((await row(/norte-ana/)).getByRole('button', { name: /^Revocar/ }))
  expect((await dialog('Revocar token')).getByText(/de norte-ana/)).toBeTruthy()
})

test('other users see no such tab, whatever the address', async () => {
  show('?tab=empresa', READER)
  expect(await screen.findByRole('row', { name: /^ERP de compras/ })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(server.sent.some(({ path }) => path === calls.ofCompany.path)).toBe(false)
})

test('typing during a creation does not create a second token', async () => {
  slow = Promise.withResolvers()
  show('?new=token')
  const form = await dialog('Crear token de acceso')
  const name = form.getByLabelText<HTMLInputElement>('Para qué es')
  const make = form.getByRole('button', { name: 'Crear token' })
  fireEvent.change(name, { target: { value: 'Tablero' } })
  fireEvent.click(form.getByRole('checkbox', { name: 'Consultar vehículos' }))
  fireEvent.click(make)
  await waitFor(() => expect(make.getAttribute('aria-disabled')).toBe('true'))
  expectToStayWhileBusy()
  fireEvent.change(name, { target: { value: 'Tableros' } })
  fireEvent.click(make)
  expect(make.getAttribute('aria-disabled')).toBe('true')
  slow.resolve()
  expect(await screen.findByText(TOKEN)).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Token «Tablero»' })).toBeTruthy()
  expect(server.sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('leaving during a creation shows a notice that the token was not displayed', async () => {
  slow = Promise.withResolvers()
  const router = show('?new=token')
  const form = await dialog('Crear token de acceso')
  fireEvent.change(form.getByLabelText('Para qué es'), { target: { value: 'Tablero' } })
  fireEvent.click(form.getByRole('checkbox', { name: 'Consultar vehículos' }))
  fireEvent.click(form.getByRole('button', { name: 'Crear token' }))
  await waitFor(() => expect(server.sent.some(({ method }) => method === 'POST')).toBe(true))
  await router.navigate({ to: '.', search: {} })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  slow.resolve()
  await waitFor(() => expect(noticed().join()).toMatch(/no llegó a mostrarse/))
  expect(screen.queryByRole('dialog')).toBeNull()
})
