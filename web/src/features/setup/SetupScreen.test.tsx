// The set-up: tests and their results, refusals at their fields, skipped steps, settings of the environment, an ended
// session, and the address opened a second time.
import { SETUP_TEXTS, type SetupReport, type SetupState, setup } from '@padron/contract/setup'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { startSmallServer } from '../../testing/small-server.ts'
import { SetupScreen } from './SetupScreen.tsx'

const step = { state: 'pending', fixed: false, report: null } as const
const START: SetupState = {
  address: { ...step, publicUrl: '' },
  mail: { ...step, scheme: 'smtp', host: '', port: '587', user: '', hasPassword: false, from: '' },
  files: {
    ...step,
    store: 'folder',
    folder: '/datos',
    endpoint: '',
    bucket: '',
    region: 'us-east-1',
    keyId: '',
    hasSecret: false,
    prefix: '',
  },
  backup: { ...step, folder: '' },
  provider: { ...step, providers: [] },
  company: step,
}
const report = (ok: boolean, summary: string, advice: string): SetupReport => ({
  ok,
  summary,
  advice,
  facts: [{ label: 'Vence el', value: '2027-01-01' }],
  at: '2026-11-27T00:00:00.000Z',
})
const DOWN = report(false, 'Nadie escucha en esa dirección.', 'Inicie el proxy.')
const UP = report(true, 'La dirección responde y es de Padrón.', 'Visto desde este servidor.')

let state: SetupState
let refusal: { status: number; json: object } | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [setup.enter.path]: () => ({ status: 400, json: { title: SETUP_TEXTS.wrongCode } }),
    [setup.state.path]: () => ({ json: state }),
    [setup.address.path]: (body) => {
      const { publicUrl, anyway } = JSON.parse(body)
      const found = publicUrl === 'https://padron.mx' ? UP : DOWN
      const stored = found.ok || anyway ? { state: 'done' as const, publicUrl } : {}
      state = { ...state, address: { ...state.address, ...stored, report: found } }
      return { json: { report: found } }
    },
    [setup.backup.path]: () => refusal ?? { status: 500, json: {} },
    [setup.later.path]: (body) => {
      const { step: left } = JSON.parse(body) as { step: 'backup' }
      state = { ...state, [left]: { ...state[left], state: 'later' } }
      return { json: { message: 'ok' } }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  state = START
  refusal = undefined
  server.sent.length = 0
  queryClient.clear()
  history.replaceState(null, '', '/setup')
})
afterEach(cleanup)

const stepOf = async (name: string) => {
  const summary = await screen.findByText(
    (_, element) => element?.tagName === 'SUMMARY' && element.textContent.includes(name),
  )
  const details = summary.closest('details') as HTMLDetailsElement
  details.open = true
  return { ...within(details), summary }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const press = (button: HTMLElement) => fireEvent.click(button)
const sentTo = (path: string) => server.sent.filter((one) => one.path === path).map(({ body }) => JSON.parse(body))

test('the address shows its fault and the test’s result; a failed one is stored only as it was tested', async () => {
  render(<SetupScreen />)
  const first = await stepOf('Dirección pública')
  const field = first.getByLabelText(/^Dirección/)
  type(field, 'padron.mx')
  press(first.getByRole('button', { name: 'Probar y guardar' }))
  expect(await first.findByText('Escriba una dirección que empiece con https:// o http://')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(sentTo(setup.address.path)).toEqual([])

  type(field, 'https://padrom.mx')
  press(first.getByRole('button', { name: 'Probar y guardar' }))
  expect(await first.findByText(DOWN.summary)).toBeTruthy()
  expect(first.getByText('Inicie el proxy.')).toBeTruthy()
  expect(first.getByText('2027-01-01')).toBeTruthy()
  expect(await first.findByRole('button', { name: 'Probar y guardar de todos modos' })).toBeTruthy()
  expect(first.summary.textContent).toContain('Por hacer')
  // A changed address must be tested first.
  type(field, 'https://padron.mx')
  press(first.getByRole('button', { name: 'Probar y guardar' }))
  expect(await first.findByText(UP.summary)).toBeTruthy()
  expect(first.summary.textContent).toContain('Lista')
  expect(sentTo(setup.address.path)).toEqual([
    { publicUrl: 'https://padrom.mx', anyway: false },
    { publicUrl: 'https://padron.mx', anyway: false },
  ])
})

test('a failed address is stored after confirming it', async () => {
  render(<SetupScreen />)
  const first = await stepOf('Dirección pública')
  type(first.getByLabelText(/^Dirección/), 'https://nuevo.mx')
  press(first.getByRole('button', { name: 'Probar y guardar' }))
  await first.findByText(DOWN.summary)
  press(first.getByRole('button', { name: 'Probar y guardar de todos modos' }))
  expect(await first.findByText('Lista')).toBeTruthy()
  expect(sentTo(setup.address.path).at(-1)).toEqual({ publicUrl: 'https://nuevo.mx', anyway: true })
})

test('a setting of the environment is tested and cannot be edited', async () => {
  const mail = { fixed: true, host: 'smtp.acme.mx', user: 'ana', hasPassword: true, from: 'avisos@acme.mx' }
  state = { ...START, mail: { ...START.mail, ...mail } }
  render(<SetupScreen />)
  const fixed = await stepOf('Correo')
  expect(fixed.getByText(/^Lo fija el entorno del servidor/)).toBeTruthy()
  expect(fixed.getByLabelText<HTMLInputElement>(/^Servidor/).readOnly).toBe(true)
  expect(fixed.queryByLabelText(/^Contraseña/)).toBeNull()
  expect(fixed.getByRole('button', { name: 'Probar' })).toBeTruthy()
})

test('a step can be skipped; a refusal appears at its field; an ended session says what to do', async () => {
  render(<SetupScreen />)
  const backup = await stepOf('Respaldo')
  press(backup.getByRole('button', { name: 'Más tarde' }))
  expect(await backup.findByText('Para después')).toBeTruthy()
  const field = backup.getByLabelText<HTMLInputElement>(/^Carpeta/)
  type(field, 'backups')
  const cause = 'Escriba la ruta completa de la carpeta, como /backups.'
  refusal = { status: 422, json: { title: cause, errors: [{ path: 'folder', message: cause }] } }
  press(backup.getByRole('button', { name: 'Probar y guardar' }))
  const fault = await backup.findByText(cause)
  expect(field.getAttribute('aria-describedby')).toContain(fault.id)
  refusal = { status: 401, json: { title: SETUP_TEXTS.noSession } }
  type(field, '/backups')
  press(backup.getByRole('button', { name: 'Probar y guardar' }))
  expect((await backup.findByText(SETUP_TEXTS.noSession)).getAttribute('role')).toBe('alert')
  expect(field.value).toBe('/backups')
})

test('the address opened again in the same browser continues, and the code is removed from it', async () => {
  history.replaceState(null, '', '/setup?code=usado')
  render(<SetupScreen />)
  await stepOf('Correo')
  expect(screen.queryByText(SETUP_TEXTS.wrongCode)).toBeNull()
  expect(location.search).toBe('')
})
