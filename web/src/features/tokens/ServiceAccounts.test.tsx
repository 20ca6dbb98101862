// The service accounts: their list, creating, editing, a new secret, and revoking.
import { PERMISSIONS } from '@padron/contract/permissions'
import {
  serviceAccounts as calls,
  SERVICE_ACCOUNTS_AT_MOST,
  SERVICE_TEXTS,
  type ServiceAccount,
} from '@padron/contract/service-accounts'
import { tokens as tokenCalls } from '@padron/contract/tokens'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { after, testServiceAccount } from '../../testing/tokens.ts'
import { TokensScreen } from './TokensScreen.tsx'

const SECRET = 'padron_svc_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789k7Qz'

let stored: ServiceAccount[]
/** The server's refusal of a name. */
let refusedName: string | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [tokenCalls.list.path]: () => ({ json: { tokens: [] } }),
    [calls.list.path]: (body, method) => {
      if (method === 'GET') return { json: { serviceAccounts: stored } }
      const { name, permissions, addresses, days } = JSON.parse(body)
      const made = testServiceAccount({ serviceAccountId: 9, name, permissions, addresses, expiresAt: after(days) })
      stored = [made, ...stored]
      return { json: { secret: SECRET, serviceAccount: made } }
    },
    '/api/v2/serviceAccounts/7': (body, method) => {
      if (refusedName) {
        const errors = [{ path: 'name', message: refusedName }]
        return { status: 409, json: { type: 'about:blank', status: 409, title: refusedName, errors } }
      }
      if (method === 'DELETE') {
        stored = stored.map((one) => ({ ...one, status: 'revoked', revokedAt: after(0), revokedBy: 'norte-admin' }))
        return { json: { message: 'ok' } }
      }
      const { days, version, ...written } = JSON.parse(body)
      if (version !== stored[0]?.version) {
        const errors = [{ path: 'version', message: SERVICE_TEXTS.changed }]
        return { status: 409, json: { type: 'about:blank', status: 409, title: SERVICE_TEXTS.changed, errors } }
      }
      const changed = testServiceAccount({
        ...written,
        version: 4,
        ...(days && { expiresAt: after(days), status: 'active' }),
      })
      stored = [changed]
      return { json: changed }
    },
    '/api/v2/serviceAccounts/7/secret': (body) => {
      const { keepFormer } = JSON.parse(body)
      stored = stored.map((one) => ({ ...one, formerUntil: keepFormer ? after(1) : null }))
      return { json: { secret: SECRET, serviceAccount: stored[0] } }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = [testServiceAccount()]
  refusedName = undefined
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
  localStorage.clear()
  server.sent.length = 0
})
const show = (search = '', user = ADMIN) => showScreen(TokensScreen, `/tokens?tab=servicio${search}`, user)
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const bodies = (method: string) =>
  server.sent.filter((call) => call.method === method).map(({ body }) => JSON.parse(body || 'null'))
const choose = async (account: RegExp, action: string) => {
  fireEvent.click((await row(account)).getByRole('button', { name: /^Acciones de/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('shows the state of each account, its allowed addresses, the last refused one, and who revoked it', async () => {
  stored = [
    testServiceAccount({
      addresses: ['10.0.0.0/8', '2001:db8::7'],
      lastUsedAt: after(-0.2),
      lastUsedAddress: '10.1.2.3',
      lastRefusedAt: after(-0.1),
      lastRefusedAddress: '203.0.113.9',
      formerUntil: after(0.5),
    }),
    testServiceAccount({ serviceAccountId: 8, name: 'Nómina', expiresAt: after(3), permissions: [...PERMISSIONS] }),
    testServiceAccount({ serviceAccountId: 9, name: 'Rastreo', expiresAt: after(-1), status: 'expired' }),
    testServiceAccount({ serviceAccountId: 10, name: 'Vieja', status: 'revoked', revokedBy: 'norte-luis' }),
  ]
  show()
  const erp = await row(/^ERP/)
  expect(erp.getByText('Vigente')).toBeTruthy()
  expect(erp.getByText('10.0.0.0/8')).toBeTruthy()
  expect(erp.getByText('desde 10.1.2.3')).toBeTruthy()
  expect(erp.getByText(/Rechazada desde 203\.0\.113\.9/)).toBeTruthy()
  expect(erp.getByText(/el anterior sirve hasta el/)).toBeTruthy()
  expect(erp.getByText('por norte-ana')).toBeTruthy()
  const payroll = await row(/^Nómina/)
  expect(payroll.getByText('Vence pronto')).toBeTruthy()
  expect(payroll.getByText('Cualquiera')).toBeTruthy()
  expect((await row(/^Rastreo/)).getByText('Vencida')).toBeTruthy()
  const old = await row(/^Vieja/)
  expect(old.getByText('Revocada')).toBeTruthy()
  expect(old.getByText('La revocó norte-luis')).toBeTruthy()
  fireEvent.click(old.getByRole('button', { name: /^Acciones/ }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Ver su actividad'])
})

test('explains service accounts, states their limit, and requires the permission to administer users', async () => {
  stored = []
  show()
  expect(await screen.findByText('Sin cuentas de servicio')).toBeTruthy()
  cleanup()
  stored = Array.from({ length: SERVICE_ACCOUNTS_AT_MOST }, (_, i) =>
    testServiceAccount({ serviceAccountId: i + 1, name: `n${i}` }),
  )
  show()
  expect(await screen.findByText(SERVICE_TEXTS.tooMany)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Crear cuenta' }).disabled).toBe(true)
  cleanup()
  server.sent.length = 0
  show('&new=cuenta', { ...ADMIN, role: ['vehicles_read', 'users_read'] })
  await screen.findByText(/sin conocer su contraseña/)
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.sent.some(({ path }) => path === calls.list.path)).toBe(false)
})

test('an account is created with the selected values, and its secret is shown once', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Crear cuenta' }))
  const form = await dialog('Crear cuenta de servicio')
  const make = form.getByRole('button', { name: 'Crear cuenta' })
  fireEvent.change(form.getByLabelText(/^Direcciones/), { target: { value: '10.0.0.0/8\nerp.ejemplo.mx' } })
  fireEvent.click(make)
  expect(form.getByText(SERVICE_TEXTS.noName)).toBeTruthy()
  expect(form.getByText(SERVICE_TEXTS.address)).toBeTruthy()
  fireEvent.change(form.getByLabelText('Qué programa es'), { target: { value: ' ERP de compras ' } })
  fireEvent.change(form.getByLabelText(/^Direcciones/), { target: { value: '10.0.0.0/8, 2001:db8::7\n' } })
  fireEvent.change(form.getByLabelText('Duración'), { target: { value: '30' } })
  fireEvent.click(form.getByRole('checkbox', { name: 'Consultar dashboards' }))
  fireEvent.click(make)
  const secret = await dialog('Secreto de «ERP de compras»')
  expect(secret.getByText(SECRET)).toBeTruthy()
  expect(bodies('POST')).toEqual([
    { name: 'ERP de compras', permissions: ['dashboard_read'], days: 30, addresses: ['10.0.0.0/8', '2001:db8::7'] },
  ])
  expect(JSON.stringify(localStorage)).not.toContain(SECRET)
  fireEvent.click(secret.getByRole('button', { name: 'Cerrar' }))
  fireEvent.click((await dialog('¿Cerrar sin copiar el secreto?')).getByRole('button', { name: 'Cerrar sin copiar' }))
  expect(screen.queryByText(SECRET)).toBeNull()
  expect(await screen.findByRole('row', { name: /^ERP de compras/ })).toBeTruthy()
})

test('an edit keeps untouched values, also the expiry; a refusal appears under its field', async () => {
  stored = [testServiceAccount({ addresses: ['10.0.0.0/8'], expiresAt: after(-1), status: 'expired' })]
  show()
  await choose(/^ERP/, 'Editar')
  const form = await dialog('Editar cuenta de servicio')
  expect(form.getByLabelText<HTMLTextAreaElement>(/^Direcciones/).value).toBe('10.0.0.0/8')
  fireEvent.change(form.getByLabelText('Qué programa es'), { target: { value: 'ERP nuevo' } })
  refusedName = SERVICE_TEXTS.nameInUse
  fireEvent.click(form.getByRole('button', { name: 'Guardar cuenta' }))
  expect(await form.findByText(SERVICE_TEXTS.nameInUse)).toBeTruthy()
  refusedName = undefined
  fireEvent.change(form.getByLabelText('Qué programa es'), { target: { value: 'ERP dos' } })
  fireEvent.click(form.getByRole('button', { name: 'Guardar cuenta' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies('PUT').at(-1)).toEqual({
    name: 'ERP dos',
    permissions: ['vehicles_read'],
    addresses: ['10.0.0.0/8'],
    version: 3,
  })
  await choose(/^ERP dos/, 'Editar')
  const again = await dialog('Editar cuenta de servicio')
  fireEvent.change(again.getByLabelText('Duración'), { target: { value: '90' } })
  fireEvent.click(again.getByRole('button', { name: 'Guardar cuenta' }))
  await waitFor(() => expect(bodies('PUT').at(-1)).toMatchObject({ days: 90, version: 4 }))
  expect(await screen.findByText('Vigente')).toBeTruthy()
})

test('an edit of an account that another person changed is saved over its current version', async () => {
  show()
  await choose(/^ERP/, 'Editar')
  const form = await dialog('Editar cuenta de servicio')
  fireEvent.change(form.getByLabelText('Qué programa es'), { target: { value: 'ERP nuevo' } })
  stored = [testServiceAccount({ addresses: ['10.0.0.0/8'], version: 8 })]
  fireEvent.click(form.getByRole('button', { name: 'Guardar cuenta' }))
  expect(await form.findByText(/^Otra persona cambió esta cuenta mientras usted la editaba/)).toBeTruthy()
  await waitFor(() => expect(form.getByLabelText<HTMLTextAreaElement>(/^Direcciones/).value).toBe('10.0.0.0/8'))
  fireEvent.click(form.getByRole('button', { name: 'Guardar cuenta' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies('PUT').at(-1)).toMatchObject({ name: 'ERP nuevo', addresses: ['10.0.0.0/8'], version: 8 })
})

test('a change that another person saved meanwhile is overwritten only after a message about it', async () => {
  show()
  await choose(/^ERP/, 'Editar')
  const form = await dialog('Editar cuenta de servicio')
  fireEvent.change(form.getByLabelText('Qué programa es'), { target: { value: 'ERP nuevo' } })
  stored = [testServiceAccount({ name: 'ERP de Ana', addresses: ['10.0.0.0/8'], version: 8 })]
  await queryClient.invalidateQueries()
  await form.findByDisplayValue('10.0.0.0/8')
  fireEvent.click(form.getByRole('button', { name: 'Guardar cuenta' }))
  await form.findByText(/^Otra persona cambió esta cuenta mientras usted la editaba/)
  expect(bodies('PUT')).toMatchObject([{ name: 'ERP nuevo', version: 3 }])
})

test('the list is requested again after a dialog was closed', async () => {
  show()
  await choose(/^ERP/, 'Revocar')
  const question = await dialog('Revocar cuenta de servicio')
  stored = [testServiceAccount({ name: 'Nómina', version: 7 })]
  fireEvent.click(question.getByRole('button', { name: 'Cancelar' }))
  await row(/^Nómina/)
})

test('a new secret: the former one stays valid until a day, or ends at once', async () => {
  show()
  await choose(/^ERP/, 'Cambiar el secreto')
  const question = await dialog('Cambiar el secreto')
  expect(question.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  fireEvent.click(question.getByRole('button', { name: 'Cambiar secreto' }))
  const secret = await dialog('Secreto de «ERP»')
  expect(secret.getByText(/El de antes sirve también durante un día/)).toBeTruthy()
  fireEvent.click(secret.getByRole('button', { name: 'Cerrar' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar sin copiar' }))
  await row(/el anterior sirve hasta/)
  await choose(/^ERP/, 'Cambiar el secreto')
  const second = await dialog('Cambiar el secreto')
  expect(second.queryByRole('checkbox')).toBeNull()
  fireEvent.click(second.getByRole('button', { name: 'Cambiar secreto' }))
  await dialog('Secreto de «ERP»')
  expect(bodies('POST')).toEqual([{ keepFormer: true }, { keepFormer: false }])
})

test('revoking asks for a confirmation that says it is permanent', async () => {
  show()
  await choose(/^ERP/, 'Revocar')
  const question = await dialog('Revocar cuenta de servicio')
  expect(question.getByText(/No se puede deshacer/)).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Revocar cuenta' }))
  expect(await screen.findByText('La revocó norte-admin')).toBeTruthy()
  expect(notices.get().map(({ text }) => text)).toEqual([calls.revoke.done])
})

test('a user with fewer permissions than the account can only revoke it', async () => {
  stored = [testServiceAccount({ permissions: ['vehicles_read', 'vehicles_edit'] })]
  show('', { ...ADMIN, role: ['users_admin', 'users_read', 'vehicles_read'] })
  fireEvent.click((await row(/^ERP/)).getByRole('button', { name: /^Acciones de/ }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.getAttribute('aria-disabled'))).toEqual(['true', 'true', 'false', 'false'])
  expect(screen.getAllByText(SERVICE_TEXTS.above).length).toBeGreaterThan(0)
})
