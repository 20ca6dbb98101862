// «Primeros pasos»: finished and remaining steps, the counts of checked vehicles with their lists, marking, and hiding.
import { company } from '@padron/contract/company'
import { LOGO_REFUSED } from '@padron/contract/email-settings'
import { ONBOARDING_STEPS, type OnboardingState, type OnboardingStep, onboarding } from '@padron/contract/onboarding'
import { identity } from '@padron/contract/session'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { endSession, startSession, type User } from '../../session/session.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { FirstSteps } from './FirstSteps.tsx'

const FACTS = {
  vehicles: 528,
  checked: 120,
  withoutHolder: 90,
  lacking: 43,
  lackingIn: [19, 9] as number[] | null,
  asked: 200,
  never: 57,
  users: 1,
  required: 0,
  logo: false,
  holderDocument: null as string | null,
}
const state = (
  done: Partial<Record<OnboardingStep, 'data' | 'person'>> = {},
  facts: Partial<typeof FACTS> = {},
): OnboardingState => ({
  dismissed: false,
  steps: ONBOARDING_STEPS.map((step) => ({ step, done: done[step] ?? null })),
  facts: { ...FACTS, ...facts },
})
const USER = {
  userId: '1',
  name: 'norte-admin',
  role: ['admin'],
  country: 'MX',
  logoURL: null,
  parentId: '0',
  parentName: 'norte',
}
const HIDDEN: OnboardingState = { dismissed: true, steps: [], facts: null }

let answer: { status?: number; json: unknown }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [onboarding.state.path]: () => answer,
    [onboarding.mark.path]: (body) => {
      const { step, done } = JSON.parse(body)
      answer = { json: state({ fleet: 'data', ...(done && { [step]: 'person' }) }) }
      return { json: { message: 'ok' } }
    },
    [company.change.path]: () => ({ json: { message: 'ok' } }),
    [identity.userinfo.path]: () => ({ json: USER }),
    [onboarding.dismiss.path]: () => {
      answer = { json: HIDDEN }
      return { json: { message: 'ok' } }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  answer = { json: state({ fleet: 'data' }) }
  server.sent.length = 0
})
afterEach(async () => {
  vi.useRealTimers()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const show = async (user?: User) => {
  showScreen(FirstSteps, '/', user)
  return within(await screen.findByRole('region', { name: 'Primeros pasos' }))
}
const step = (title: string) => {
  const item = screen.getByRole('heading', { name: new RegExp(title) }).closest('li')
  if (!item) throw new Error(`no step ${title}`)
  return within(item)
}
const addressOf = (link: HTMLElement): string =>
  decodeURIComponent((link as HTMLAnchorElement).href.replace(location.origin, ''))

test('the steps show what is done, and the checks count vehicles, each count with its list', async () => {
  const panel = await show()
  expect(panel.getByRole('status').textContent).toBe('1 de 7 hechos')
  expect(step('La hoja de su flota').getByText('Hecho')).toBeTruthy()
  expect(step('La hoja de su flota').queryByRole('button')).toBeNull()
  const round = step('Primera ronda')
  const bar = round.getByRole<HTMLProgressElement>('progressbar', { name: /primera ronda/ })
  expect([bar.value, bar.max]).toEqual([120, 528])
  const links = round.getAllByRole('link').map((link) => [link.textContent, addressOf(link)])
  expect(links.map(([text]) => text)).toEqual([
    'Consultados 120',
    'de 528',
    'a 43 les falta un dato',
    '257 consultas esperan captura',
  ])
  expect(links[0]?.[1]).toContain('processedDate=1900-01-01..')
  expect(links[2]?.[1]).toContain('taxIdentifierIs=~')
  expect(links[2]?.[1]).toContain('states=19,9')
  expect(step('RFC de los titulares').getByText(/90 vehículos no tienen el de su titular/)).toBeTruthy()
  expect(links[3]?.[1]).toBe('/captures')
  expect(step('Colegas').getByText('Solo usted tiene acceso.')).toBeTruthy()
})

test('the counts are polled; hidden steps are not requested again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const later = () => act(async () => void vi.advanceTimersByTime(onboarding.state.every * 1000))
  await show()
  answer = { json: state({ fleet: 'data' }, { checked: 300, asked: 0, never: 1 }) }
  await later()
  expect(await step('Primera ronda').findByText('Consultados 300')).toBeTruthy()
  expect(addressOf(step('Primera ronda').getByText('1 consulta espera captura'))).toContain('list=never')
  answer = { json: HIDDEN }
  await later()
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  server.sent.length = 0
  await later()
  expect(server.sent).toEqual([])
})

test('a step can be marked as done, and unmarked', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Marcar como hecho: A quién se avisa' }))
  const undo = await screen.findByRole('button', { name: 'Quitar la marca: A quién se avisa' })
  expect(step('A quién se avisa').getByText('Marcado como hecho')).toBeTruthy()
  await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(undo)
  expect(await screen.findByRole('button', { name: 'Marcar como hecho: A quién se avisa' })).toBeTruthy()
  const sent = server.sent.filter(({ path }) => path === onboarding.mark.path).map(({ body }) => JSON.parse(body))
  expect(sent).toEqual([
    { step: 'notices', done: true },
    { step: 'notices', done: false },
  ])
})

test('the hidden panel says where to find it again', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Ocultar los primeros pasos' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Primeros pasos' })).toBeNull())
  expect(notices.get().map(({ text }) => text)).toEqual([expect.stringContaining('menú de su usuario')])
})

test('a new company sees where to begin, and only links that the user may open are offered', async () => {
  answer = { json: state({}, { vehicles: 0, checked: 0, withoutHolder: 0, asked: 0, never: 0 }) }
  await show({ ...ADMIN, userId: '9', role: ['users_admin', 'users_read', 'vehicles_read'] })
  expect(step('La hoja de su flota').getByText('Cargue un archivo con sus vehículos.')).toBeTruthy()
  expect(step('La hoja de su flota').queryByRole('link')).toBeNull()
  expect(step('Primera ronda').queryByRole('progressbar')).toBeNull()
  expect(step('Colegas').getByRole('link', { name: 'Usuarios' })).toBeTruthy()
})

test('in Colombia holders have a document, and its usual type is named', async () => {
  answer = { json: state({ fleet: 'data' }, { withoutHolder: 1, lacking: 1, lackingIn: null, holderDocument: 'CE' }) }
  await show({ ...ADMIN, country: 'CO', zone: 'America/Bogota' })
  const holders = step('Documento de los titulares')
  expect(holders.getByText('1 vehículo no tiene el de su titular')).toBeTruthy()
  expect(holders.getByText(/Algunas fuentes lo piden\. .*se leen como CE/)).toBeTruthy()
  const link = step('Primera ronda').getByRole('link', { name: 'a 1 le falta un dato' })
  expect(addressOf(link)).not.toContain('states')
})

test('if no source in use asks for the holder, no vehicle lacks it', async () => {
  answer = { json: state({ fleet: 'data' }, { lacking: 0, lackingIn: [] }) }
  await show()
  expect(step('Primera ronda').queryByText(/falta un dato/)).toBeNull()
  expect(step('RFC de los titulares').getByText(/Ninguna fuente en uso lo pide/)).toBeTruthy()
})

test('a source that asks for the holder in other states only is not denied', async () => {
  answer = { json: state({ fleet: 'data' }, { lacking: 0, lackingIn: [19] }) }
  await show()
  const holders = step('RFC de los titulares')
  expect(holders.getByText(/Las fuentes de sus estados no lo piden\./)).toBeTruthy()
  expect(holders.queryByText(/Ninguna fuente/)).toBeNull()
})

test('a failure is reported and can be retried', async () => {
  answer = { status: 500, json: {} }
  showScreen(FirstSteps, '/')
  expect(await screen.findByText(/No se pudieron consultar los primeros pasos/)).toBeTruthy()
  answer = { json: state() }
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('region', { name: 'Primeros pasos' })).toBeTruthy()
})

test('time zone and logo are changed, only changes are sent, and the session is reloaded', async () => {
  await startSession('abc', 60)
  await show()
  expect(step('Logotipo y zona horaria').getByText('Centro (Ciudad de México), sin logotipo.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar logotipo y zona horaria' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Logotipo y zona horaria' }))
  const save = dialog.getByRole('button', { name: 'Guardar' })
  fireEvent.click(save)
  expect(server.sent.filter(({ path }) => path === company.change.path)).toEqual([])
  const file = dialog.getByLabelText<HTMLInputElement>(/Elegir logotipo/)
  fireEvent.change(file, { target: { files: [new File(['x'], 'logo.svg')] } })
  expect(dialog.getByText(LOGO_REFUSED)).toBeTruthy()
  fireEvent.change(file, { target: { files: [new File(['abc'], 'logo.png')] } })
  expect(await dialog.findByText(/logo\.png/)).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Zona horaria'), { target: { value: 'America/Tijuana' } })
  server.sent.length = 0
  fireEvent.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = server.sent.filter(({ path }) => path === company.change.path).map(({ body }) => JSON.parse(body))
  expect(sent).toEqual([{ timeZone: 'America/Tijuana', imageB64: btoa('abc'), imageFormat: '.png' }])
  await waitFor(() => expect(server.sent.some(({ path }) => path === identity.userinfo.path)).toBe(true))
  expect(notices.get().map(({ text }) => text)).toContain(company.change.done)
  endSession(false)
})
