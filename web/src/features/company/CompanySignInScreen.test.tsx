// The company's identity provider: set up, tested, made mandatory, its errors by field, and removed.
import type { Reply } from '@padron/contract/call'
import {
  COMPANY_FAULTS,
  type CompanyProvider,
  companySignIn as calls,
  SIGN_IN_TEXTS,
} from '@padron/contract/company-sign-in'
import { profiles } from '@padron/contract/profiles'
import { provisioning } from '@padron/contract/provisioning'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { CompanySignInScreen } from './CompanySignInScreen.tsx'

const REDIRECT = 'https://padron.norte.mx/connect/authorize/callback'
const PROVIDER: CompanyProvider = {
  issuer: 'https://idp.norte.mx',
  clientId: 'padron',
  domains: ['norte.mx'],
  groupsClaim: 'groups',
  groups: [{ group: 'Flota', presetId: 5 }],
  linksByMail: true,
  forced: false,
  version: 3,
}
let provider: CompanyProvider | null
let triedAt: string | null
let refusal: { status: number; title: string; errors?: { path: string; message: string }[] } | undefined
let readable = true
let token: Reply<typeof provisioning.read>['token']
/** Calls that change the token fail. */
let isTokenFailing = false
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [calls.read.path]: (body, method) => {
      if (method === 'GET')
        return readable ? { json: { provider, redirectUrl: REDIRECT, triedAt } } : { status: 403, json: {} }
      if (refusal) return { status: refusal.status, json: { type: 'about:blank', ...refusal } }
      const { clientSecret: _, ...written } = method === 'PUT' ? JSON.parse(body) : {}
      provider = method === 'PUT' ? { ...written, version: 4 } : null
      return { json: { message: 'ok' } }
    },
    [calls.attempt.path]: () => ({
      status: 409,
      json: { type: 'about:blank', title: COMPANY_FAULTS.unavailable, status: 409 },
    }),
    [provisioning.read.path]: (body, method) => {
      if (method !== 'GET' && isTokenFailing) return { status: 500, json: {} }
      if (method === 'DELETE') token = null
      if (method === 'PUT' && token) token = { ...token, ...JSON.parse(body) }
      return method === 'GET'
        ? { json: { address: 'https://padron.norte.mx/scim/v2', token, users: 3 } }
        : { json: { message: 'ok' } }
    },
    [provisioning.issue.path]: (body) => {
      if (isTokenFailing) return { status: 500, json: {} }
      token = { createdAt: '2026-11-01T10:00:00Z', madeBy: 'norte-admin', lastUsedAt: null, ...JSON.parse(body) }
      return { json: { token: 'padron_scim_uno' } }
    },
    [profiles.list.path]: () => ({
      json: {
        catalogFilter: [
          {
            preset: {
              presetId: 5,
              rolePresetName: 'Consulta',
              userId: 1,
              version: 1,
              userCount: 0,
              requiresFactor: false,
              editable: true,
            },
            roles: [],
            presetMaxLevels: [],
          },
        ],
        userRoles: [],
      },
    }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  provider = null
  triedAt = null
  token = null
  refusal = undefined
  readable = true
  isTokenFailing = false
  server.sent.length = 0
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
})

const show = async (hash = '') => {
  history.replaceState(null, '', `/companySignIn${hash}`)
  showScreen(CompanySignInScreen, '/companySignIn')
  return screen.findByLabelText(/Dirección del proveedor/)
}
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const saved = () =>
  server.sent
    .filter(({ path, method }) => path === calls.save.path && method === 'PUT')
    .map(({ body }) => JSON.parse(body))

test('shows the values to enter at the provider, and sends those that the provider gives', async () => {
  await show()
  expect(screen.getByText(REDIRECT)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Probar la entrada' })).toBeNull()
  press('Guardar')
  expect(screen.getByText(SIGN_IN_TEXTS.issuer)).toBeTruthy()
  expect(screen.getByText(SIGN_IN_TEXTS.secret)).toBeTruthy()
  expect(saved()).toEqual([])
  type(/Dirección del proveedor/, ' https://idp.norte.mx ')
  type(/Cliente/, 'padron')
  type(/Secreto/, 'no-se-dice')
  type('Dominios de correo', '@Norte.mx; norte.com, norte.mx')
  press('Agregar grupo')
  press('Guardar')
  expect(screen.getByText('Escriba el grupo')).toBeTruthy()
  type(/^Grupo 1/, 'Flota')
  await screen.findByRole('option', { name: 'Consulta' })
  type(/Perfil del grupo 1/, '5')
  press('Guardar')
  await waitFor(() =>
    expect(saved()).toEqual([
      {
        issuer: 'https://idp.norte.mx',
        clientId: 'padron',
        clientSecret: 'no-se-dice',
        domains: ['norte.mx', 'norte.com'],
        groupsClaim: 'groups',
        groups: [{ group: 'Flota', presetId: 5 }],
        linksByMail: false,
        forced: false,
      },
    ]),
  )
  // The secret does not stay on the page.
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Secreto/).value).toBe(''))
  expect(screen.getByRole('button', { name: 'Probar la entrada' })).toBeTruthy()
})

test('leaves the secret unchanged if none is typed, and shows errors at their fields', async () => {
  provider = PROVIDER
  await show()
  expect(screen.getByText(/Usted todavía no ha entrado con él/)).toBeTruthy()
  refusal = { status: 409, title: SIGN_IN_TEXTS.untried, errors: [{ path: 'forced', message: SIGN_IN_TEXTS.untried }] }
  fireEvent.click(screen.getByRole('switch', { name: /Obligatorio/ }))
  expect(screen.getByRole('button', { name: 'Probar la entrada' }).getAttribute('disabled')).not.toBeNull()
  press('Guardar')
  expect(await screen.findByText(SIGN_IN_TEXTS.untried)).toBeTruthy()
  expect(saved()[0]).toMatchObject({ forced: true, version: 3 })
  expect(saved()[0]).not.toHaveProperty('clientSecret')
  const inUse = SIGN_IN_TEXTS.domainInUse('norte.mx')
  refusal = { status: 409, title: inUse, errors: [{ path: 'domains.0', message: inUse }] }
  press('Guardar')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Dominios de correo/)))
  expect(screen.getByText(inUse)).toBeTruthy()
})

test('after another person’s change the form shows it, and can be saved', async () => {
  provider = PROVIDER
  await show()
  type(/Cliente/, 'padron-2')
  type(/Secreto/, 'no-se-dice')
  const groups = [{ group: 'Taller', presetId: 5 }]
  provider = { ...PROVIDER, clientId: 'padron-3', groups, forced: true, version: 7 }
  const title = SIGN_IN_TEXTS.changed
  refusal = { status: 409, title, errors: [{ path: 'version', message: title }] }
  press('Guardar')
  expect(await screen.findByText(/^Otra persona cambió la entrada con la empresa/)).toBeTruthy()
  expect(await screen.findByDisplayValue('Taller')).toBeTruthy()
  refusal = undefined
  press('Guardar')
  await waitFor(() => expect(saved()).toHaveLength(2))
  expect(saved()).toMatchObject([
    { clientId: 'padron-2', groups: PROVIDER.groups, forced: false, version: 3 },
    { clientId: 'padron-2', groups, forced: true, version: 7 },
  ])
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Secreto/).value).toBe(''))
})

test('after another person set up the provider, typed values can be saved over it', async () => {
  await show()
  type(/Dirección del proveedor/, 'https://idp.norte.mx')
  type(/Cliente/, 'padron')
  type(/Secreto/, 'no-se-dice')
  provider = { ...PROVIDER, version: 1 }
  const title = SIGN_IN_TEXTS.changed
  refusal = { status: 409, title, errors: [{ path: 'version', message: title }] }
  press('Guardar')
  expect(await screen.findByDisplayValue('norte.mx')).toBeTruthy()
  refusal = undefined
  press('Guardar')
  await waitFor(() => expect(saved()).toHaveLength(2))
  expect(saved()[0]).not.toHaveProperty('version')
  expect(saved()[1]).toMatchObject({ domains: ['norte.mx'], version: 1 })
})

test('shows the result of a test once, or why it cannot start', async () => {
  provider = PROVIDER
  await show('#done')
  expect(screen.getByText(/La prueba funcionó/)).toBeTruthy()
  expect(location.hash).toBe('')
  press('Probar la entrada')
  await waitFor(() => expect(document.body.textContent).toContain(COMPANY_FAULTS.unavailable))
  cleanup()
  await show('#fault=taken')
  expect(screen.getByText(new RegExp(COMPANY_FAULTS.taken))).toBeTruthy()
})

test('removes the provider after a confirmation', async () => {
  provider = PROVIDER
  await show()
  press('Quitar la entrada')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Quitar la entrada' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Probar la entrada' })).toBeNull())
})

test('gives the provider a token, shown once, for users of the selected profile', async () => {
  provider = PROVIDER
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Crear el token' }))
  expect(screen.getByText('Elija el perfil de los usuarios nuevos')).toBeTruthy()
  type(/Perfil de los usuarios nuevos/, '5')
  press('Crear el token')
  expect(await screen.findByText('padron_scim_uno')).toBeTruthy()
  expect(screen.getByText('https://padron.norte.mx/scim/v2')).toBeTruthy()
  expect(await screen.findByText(/Administra a 3 usuarios.*todavía no lo usa/)).toBeTruthy()
  press('Quitar el token')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Quitar el token' }))
  expect(await screen.findByRole('button', { name: 'Crear el token' })).toBeTruthy()
  expect(screen.queryByText('padron_scim_uno')).toBeNull()
})

test('says that the profile of new users was deleted, and accepts another', async () => {
  provider = PROVIDER
  token = { createdAt: '2026-11-01T10:00:00Z', madeBy: 'norte-admin', lastUsedAt: null, presetId: null }
  await show()
  expect(await screen.findByText(/El perfil se borró/)).toBeTruthy()
  await screen.findAllByRole('option', { name: 'Consulta' })
  type(/Perfil de los usuarios nuevos/, '5')
  press('Guardar el perfil')
  await waitFor(() => expect(token).toMatchObject({ presetId: 5 }))
  press('Crear otro token')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Crear otro token' }))
  expect(await screen.findByText('padron_scim_uno')).toBeTruthy()
})

test('each call of the token has its own failure, which the next call removes', async () => {
  provider = PROVIDER
  token = { createdAt: '2026-11-01T10:00:00Z', madeBy: 'norte-admin', lastUsedAt: null, presetId: null }
  await show()
  await screen.findByText(/El perfil se borró/)
  await screen.findAllByRole('option', { name: 'Consulta' })
  type(/Perfil de los usuarios nuevos/, '5')
  const described = () => {
    const id = screen.getByLabelText(/Perfil de los usuarios nuevos/).getAttribute('aria-describedby') ?? ''
    return document.getElementById(id.split(' ')[0] ?? '')?.textContent ?? ''
  }
  isTokenFailing = true
  press('Guardar el perfil')
  await waitFor(() => expect(described()).toBe(provisioning.save.fails))
  press('Crear otro token')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Crear otro token' }))
  await waitFor(() => expect(described()).toBe(provisioning.issue.fails))
  isTokenFailing = false
  press('Guardar el perfil')
  await waitFor(() => expect(token).toMatchObject({ presetId: 5 }))
  await waitFor(() => expect(described()).toBe(''))
})

test('explains which users the screen is for', async () => {
  readable = false
  history.replaceState(null, '', '/companySignIn')
  showScreen(CompanySignInScreen, '/companySignIn')
  expect(await screen.findByText(SIGN_IN_TEXTS.needsAll)).toBeTruthy()
})
