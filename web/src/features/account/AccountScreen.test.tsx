// The user's own account: its data, open sessions, password and second factor.
import { generateKeyPairSync } from 'node:crypto'
import { type Account, account, FACTOR_TEXTS, WRONG_PASSWORD } from '@padron/contract/account'
import type { PasskeyCreation } from '@padron/contract/passkeys'
import { COMMON_PASSWORD_WARNING } from '@padron/contract/rules/common-passwords'
import { PASSWORDS_DIFFER } from '@padron/contract/rules/user-rules'
import { identity } from '@padron/contract/session'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { notices } from '../../api/notify.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { AccountScreen } from './AccountScreen.tsx'
import { passwordRefusal } from './PasswordForm.tsx'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'
const AT = '2026-11-20T15:00:00Z'
const ME: Account = {
  username: 'norte-ana',
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: 'ana@example.com',
  phone: null,
  customId: null,
  company: { name: 'Transportes del Norte', country: 'MX', timeZone: 'America/Monterrey' },
  profile: 'Operación',
  isMain: false,
  permissions: [{ name: 'Vehículos', level: 'Consultar vehículos' }],
  terms: { version: '2024-05', acceptedAt: AT },
  passwordChangedAt: null,
  secondFactor: null,
  passkeyOrigin: null,
  factorRequired: { ofUser: false, ofAdmins: false },
  openSessions: 3,
  sessions: [
    {
      sessionId: '00000000-0000-4000-8000-00000000000a',
      startedAt: AT,
      expiresAt: AT,
      address: '10.0.0.1',
      agent: CHROME,
      current: true,
    },
    {
      sessionId: '00000000-0000-4000-8000-00000000000b',
      startedAt: AT,
      expiresAt: AT,
      address: '10.0.0.9',
      agent: 'iPhone',
      current: false,
    },
  ],
  signIns: [
    { at: AT, address: '10.0.0.1', agent: CHROME, succeeded: true, current: true },
    { at: AT, address: '10.0.0.2', agent: 'curl/8', succeeded: false, current: false },
  ],
}
const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })

const CREATION: PasskeyCreation = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Padrón' },
  user: { id: 'AAAA', name: 'norte-ana', displayName: 'norte-ana' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  attestation: 'none',
  timeout: 9,
}
const FACTOR = { since: AT, application: false, recoveryCodesLeft: 9, devices: 0 }
const PASSKEY = { passkeyId: 'k1', name: 'Teléfono de Ana', createdAt: AT, lastUsedAt: null, fits: true }
const added: object[] = []
const removed: object[] = []

let me = ME
let refusal: { status: number; json: unknown } | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [account.me.path]: () => ({ json: me }),
    [account.endOtherSessions.path]: () => {
      me = { ...ME, openSessions: 1 }
      return { json: { ended: 2 } }
    },
    [account.endSession.path.replace(':sessionId', '00000000-0000-4000-8000-00000000000b')]: () => {
      me = { ...ME, openSessions: 2, sessions: ME.sessions.slice(0, 1) }
      return { json: { message: account.endSession.done } }
    },
    [account.beginFactor.path]: () => ({ json: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' } }),
    [account.confirmFactor.path]: (body) =>
      JSON.parse(body).code === '123456'
        ? { json: { codes: ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'] } }
        : { status: 422, json: { title: FACTOR_TEXTS.wrong, errors: [{ path: 'code', message: FACTOR_TEXTS.wrong }] } },
    [account.beginPasskey.path]: () => ({ json: CREATION }),
    [account.addPasskey.path]: (body) => {
      added.push(JSON.parse(body))
      return { json: { codes: ['AAAA-BBBB-CCCC'] } }
    },
    [account.provePasskey.path]: () => ({
      json: {
        challenge: 'AAAA',
        rpId: location.hostname,
        allowCredentials: [],
        userVerification: 'preferred',
        timeout: 9,
      },
    }),
    [account.removeFactor.path]: (body) => {
      removed.push(JSON.parse(body))
      return { json: { message: '' } }
    },
    [account.changePassword.path]: () => refusal ?? { json: { message: '' } },
    [identity.passwordKey.path]: () => ({ json: { kty: 'OKP', crv: 'X25519', x, kid: 'k1' } }),
  })
})
afterAll(() => server.stop())
beforeEach(async () => {
  me = ME
  refusal = undefined
  server.sent.length = 0
  notices.set([])
  showScreen(AccountScreen, '/account')
  await screen.findByText('norte-ana')
})
afterEach(cleanup)

const button = (name: string) => screen.getByRole('button', { name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const fill = (current: string, password: string, again = password) => {
  fireEvent.change(field('Contraseña actual'), { target: { value: current } })
  fireEvent.change(field('Contraseña nueva'), { target: { value: password } })
  fireEvent.change(field('Confirmar contraseña nueva'), { target: { value: again } })
}
const save = () => fireEvent.click(button('Cambiar contraseña'))
const changes = () => server.sent.filter(({ path }) => path === account.changePassword.path)
const noticed = () => notices.get().map(({ text }) => text)

test('shows the user, the permissions and the accepted terms', () => {
  for (const text of ['Ana Ruiz', 'Transportes del Norte', 'México, hora de Monterrey', 'Operación', 'ana@example.com'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('Consultar vehículos')).toBeTruthy()
  expect(screen.getByText('2024-05')).toBeTruthy()
})

test('the link to the terms opens them', async () => {
  fireEvent.click(button('Leer los términos y condiciones'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Términos y condiciones' }))
  expect(dialog.getAllByRole('heading', { level: 3 })).toHaveLength(14)
  expect(dialog.queryByRole('button', { name: 'Aceptar' })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the list of sign-ins shows this session and a failed attempt, with the device in words', () => {
  const [first, second] = within(screen.getByRole('list', { name: 'Últimos accesos' })).getAllByRole('listitem')
  expect(first?.textContent).toContain('Esta sesión')
  expect(first?.textContent).toContain('Chrome en Windows')
  expect(second?.textContent).toContain('Intento fallido')
  expect(second?.textContent).toContain('curl/8')
})

test('ends the other sessions; afterwards there is none left to end', async () => {
  expect(screen.getByText('3 sesiones abiertas, contando esta.')).toBeTruthy()
  fireEvent.click(button('Cerrar las demás sesiones'))
  expect(await screen.findByText('Solo esta sesión está abierta.')).toBeTruthy()
  expect(noticed()).toContain('Se cerraron sus demás sesiones')
  expect(button('Cerrar las demás sesiones').getAttribute('aria-disabled')).toBe('true')
})

test('ends one open session; this session cannot be ended here', async () => {
  const list = () => within(screen.getByRole('list', { name: 'Sesiones abiertas' }))
  expect(
    list()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Esta sesión.*Chrome en Windows · 10\.0\.0\.1.*Se cierra al salir$/),
    expect.stringMatching(/^iPhone.*10\.0\.0\.9/),
  ])
  fireEvent.click(button('Cerrar la sesión de iPhone, 10.0.0.9'))
  await waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(1))
  expect(noticed()).toContain('Sesión cerrada')
})

test('an invalid password is reported under its field, and nothing is sent', () => {
  save()
  expect(screen.getByText('¡Contraseña actual es requerido!')).toBeTruthy()
  expect(screen.getByText('¡Contraseña nueva es requerido!')).toBeTruthy()
  expect(screen.getByText('¡Confirmar contraseña nueva es requerido!')).toBeTruthy()
  expect(document.activeElement).toBe(field('Contraseña actual'))
  fill('vieja', 'abc', 'abd')
  expect(screen.getByText('Mínimo 4 caracteres')).toBeTruthy()
  expect(screen.getByText(PASSWORDS_DIFFER)).toBeTruthy()
  save()
  expect(document.activeElement).toBe(field('Contraseña nueva'))
  fill('vieja', 'contraseña')
  expect(screen.getByText(/^Caracteres permitidos/)).toBeTruthy()
  expect(changes()).toEqual([])
})

test('both passwords are sent encrypted; then the fields are cleared', async () => {
  fill('vieja secreta', 'nueva secreta 1')
  save()
  await waitFor(() => expect(noticed()).toContain('Su contraseña ha sido cambiada'))
  const body = JSON.parse(changes()[0]?.body ?? '') as Record<string, string>
  expect(Object.values(body).map((sealed) => sealed.split('.').length)).toEqual([5, 5])
  expect(JSON.stringify(server.sent)).not.toContain('secreta')
  await waitFor(() => expect(field('Contraseña nueva').value).toBe(''))
})

test('a common password shows a warning under its field, and is accepted', async () => {
  const newPassword = field('Contraseña nueva')
  newPassword.focus()
  fill('123456', 'Password1')
  const warning = await screen.findByText(COMMON_PASSWORD_WARNING)
  expect(warning.closest('[role="status"]')).toBeTruthy()
  expect(warning.closest('small')?.id).toBe(newPassword.getAttribute('aria-describedby'))
  expect(newPassword.getAttribute('aria-invalid')).toBeNull()
  fill('123456', 'Password1 de Ana')
  expect(screen.queryByText(COMMON_PASSWORD_WARNING)).toBeNull()
  fill('123456', 'Password1')
  expect(await screen.findAllByText(COMMON_PASSWORD_WARNING)).toHaveLength(1)
  save()
  await waitFor(() => expect(noticed()).toContain('Su contraseña ha sido cambiada'))
  await waitFor(() => expect(screen.queryByText(COMMON_PASSWORD_WARNING)).toBeNull())
})

test('a wrong current password is reported under its field; what was typed stays', async () => {
  const errors = [{ path: 'current', message: WRONG_PASSWORD }]
  refusal = { status: 422, json: { type: 'about:blank', title: WRONG_PASSWORD, status: 422, errors } }
  fill('mala', 'nueva 1234')
  save()
  expect(await screen.findByText(WRONG_PASSWORD)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Contraseña actual')))
  expect(field('Contraseña nueva').value).toBe('nueva 1234')
  expect(noticed()).toEqual([])
})

test('after too many attempts the message says how long to wait', () => {
  expect(passwordRefusal(new ApiError(429, { retryAfter: 90 }))).toBe(
    'Demasiados intentos fallidos. Espere un momento y vuelva a intentarlo. Podrá volver a intentarlo en 2 minutos.',
  )
})

test('setting up the second factor: password, code of the application, and the recovery codes once', async () => {
  fireEvent.click(button('Agregar una aplicación'))
  const first = within(await screen.findByRole('dialog', { name: 'Agregar una aplicación' }))
  fireEvent.change(first.getByLabelText(/^Contraseña actual/), { target: { value: 'secreta' } })
  fireEvent.click(first.getByRole('button', { name: 'Continuar' }))
  const second = within(await screen.findByRole('dialog', { name: 'Agregue Padrón a su aplicación' }))
  expect(second.getByRole('img', { name: 'Código QR para su aplicación' })).toBeTruthy()
  expect(second.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  const give = (code: string) => {
    fireEvent.change(second.getByRole('textbox', { name: 'Código' }), { target: { value: code } })
    fireEvent.click(second.getByRole('button', { name: 'Activar' }))
  }
  give('000000')
  expect(await second.findByText(FACTOR_TEXTS.wrong)).toBeTruthy()
  me = { ...ME, secondFactor: { since: AT, application: true, passkeys: [], recoveryCodesLeft: 2, devices: 1 } }
  give('123456')
  const codes = within(await screen.findByRole('dialog', { name: 'Sus códigos de recuperación' }))
  expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'AAAA-BBBB-CCCC',
    'DDDD-EEEE-FFFF',
  ])
  expect(await screen.findByText(/No se pide en 1 equipo/)).toBeTruthy()
  expect(button('Quitar la aplicación de códigos')).toBeTruthy()
})

test('where the company requires a second factor, the only one cannot be removed', async () => {
  cleanup()
  me = {
    ...ME,
    secondFactor: { since: AT, application: true, passkeys: [], recoveryCodesLeft: 9, devices: 0 },
    factorRequired: { ofUser: true, ofAdmins: true },
  }
  showScreen(AccountScreen, '/account')
  expect(await screen.findByText('Su empresa se la pide: no puede quitar la única que tiene.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Quitar/ })).toBeNull()
})

describe('passkeys', () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  /** The credential that the browser creates, or the error that it throws. */
  const made = {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    response: {
      attestationObject: bytes,
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: null,
    },
    getClientExtensionResults: () => ({}),
  }
  const ask = vi.fn<() => Promise<unknown>>()
  const show = async (account: Partial<Account>) => {
    cleanup()
    me = { ...ME, passkeyOrigin: location.origin, ...account }
    showScreen(AccountScreen, '/account')
    await screen.findByText('norte-ana')
  }
  beforeEach(() => {
    vi.stubGlobal('PublicKeyCredential', class {})
    Object.defineProperty(navigator, 'credentials', { value: { create: ask, get: ask }, configurable: true })
    ask.mockReset().mockResolvedValue(made)
    added.length = 0
    removed.length = 0
  })
  afterEach(() => vi.unstubAllGlobals())

  const typePassword = (dialog: ReturnType<typeof within>) =>
    fireEvent.change(dialog.getByLabelText(/^Contraseña actual/), { target: { value: 'secreta' } })
  const begin = async () => {
    fireEvent.click(button('Agregar una llave de acceso'))
    const first = within(await screen.findByRole('dialog', { name: 'Agregar una llave de acceso' }))
    typePassword(first)
    fireEvent.click(first.getByRole('button', { name: 'Continuar' }))
    return within(await screen.findByRole('dialog', { name: 'Cree su llave de acceso' }))
  }
  const create = (dialog: ReturnType<typeof within>) =>
    fireEvent.click(dialog.getByRole('button', { name: 'Crear la llave' }))

  test('is added with the password and a name; a cancelled or duplicate attempt can be retried', async () => {
    await show({})
    const dialog = await begin()
    fireEvent.change(dialog.getByRole('textbox', { name: 'Nombre' }), { target: { value: 'Portátil' } })
    ask.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    create(dialog)
    expect(await dialog.findByText('Se canceló, o pasó el tiempo. Puede intentarlo de nuevo.')).toBeTruthy()
    ask.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'))
    create(dialog)
    expect(await dialog.findByText('Esa llave de acceso ya está registrada.')).toBeTruthy()
    expect(added).toEqual([])
    create(dialog)
    expect(await screen.findByRole('dialog', { name: 'Sus códigos de recuperación' })).toBeTruthy()
    expect(added).toEqual([{ name: 'Portátil', passkey: expect.stringContaining('"id":"AQID"') }])
  })

  test('with a duplicate name is refused before the browser creates it', async () => {
    await show({ secondFactor: { ...FACTOR, passkeys: [PASSKEY] } })
    const dialog = await begin()
    fireEvent.change(dialog.getByRole('textbox', { name: 'Nombre' }), { target: { value: PASSKEY.name } })
    create(dialog)
    expect(await dialog.findByText(FACTOR_TEXTS.sameName)).toBeTruthy()
    expect(ask).not.toHaveBeenCalled()
  })

  test('is removed with the password, and proven with the passkey if no code is typed', async () => {
    await show({ secondFactor: { ...FACTOR, passkeys: [PASSKEY, { ...PASSKEY, passkeyId: 'k2', name: 'Otra' }] } })
    fireEvent.click(button('Quitar la llave de acceso Teléfono de Ana'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Quitar la llave de acceso «Teléfono de Ana»' }))
    typePassword(dialog)
    fireEvent.click(dialog.getByRole('button', { name: 'Quitar' }))
    await waitFor(() => expect(noticed()).toContain('Segundo factor quitado'))
    expect(removed).toEqual([{ passkeyId: 'k1', current: expect.any(String), passkey: expect.any(String) }])
  })

  test('of another address is unusable: only recovery codes work, and a code is required', async () => {
    await show({ secondFactor: { ...FACTOR, passkeys: [{ ...PASSKEY, fits: false }] } })
    expect(screen.getByText('Se hizo en otra dirección: aquí no sirve')).toBeTruthy()
    expect(screen.getByText(/Ya solo entra con códigos de recuperación/)).toBeTruthy()
    fireEvent.click(button('Otros códigos de recuperación'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Otros códigos de recuperación' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Dar otros' }))
    expect(await dialog.findByText('¡Código es requerido!')).toBeTruthy()
  })

  test('cannot be created in some browsers: the reason is shown, and the application remains available', async () => {
    await show({ passkeyOrigin: 'https://padron.example' })
    expect(screen.getByText(/Sus llaves de acceso sirven en padron\.example/)).toBeTruthy()
    vi.stubGlobal('PublicKeyCredential', undefined)
    await show({})
    expect(screen.getByText('Este navegador no admite llaves de acceso.')).toBeTruthy()
    await show({ passkeyOrigin: null })
    expect(screen.queryByRole('button', { name: 'Agregar una llave de acceso' })).toBeNull()
    expect(button('Agregar una aplicación')).toBeTruthy()
  })
})
