// The email settings: the switches, the recipients of the tracking report, and the appearance of emails.
import { emailSettings as calls, type EmailSettings, LOGO_SOURCE } from '@padron/contract/email-settings'
import { reports } from '@padron/contract/reports'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { settings, ZONE } from '../../testing/reports.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { ReportsScreen } from './ReportsScreen.tsx'

let stored: EmailSettings
let refusal: { status: number; json: unknown } | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
/** Delays the response with the settings. */
let held: Promise<void> | undefined
/** Delays the response to a save. */
let saving: Promise<void> | undefined

beforeAll(async () => {
  server = await startSmallServer({
    [reports.list.path]: () => ({ json: { reports: [], timeZone: ZONE } }),
    [calls.read.path]: async (body, method) => {
      if (method !== 'POST') {
        await held
        return { json: { emailSettings: stored } }
      }
      await saving
      if (refusal) return refusal
      stored = { ...stored, ...JSON.parse(body), version: stored.version + 1 }
      return { json: { emailSettings: stored } }
    },
    [calls.sample.path]: (body) => ({ json: { html: `<p>${body}</p><img src="${LOGO_SOURCE}">` } }),
    [calls.tracking.path]: (body) => {
      const { active, emails = stored.emails } = JSON.parse(body)
      stored = { ...stored, activeTrackingReports: active, emails }
      return { json: { emailSettings: stored } }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = settings()
  refusal = undefined
  saving = undefined
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const open = async () => {
  showScreen(ReportsScreen, '/reports')
  return screen.findByRole('switch', { name: 'Envío programado de correos' })
}
const tracking = () => screen.getByRole('switch', { name: 'Envío de reporte de seguimiento de correos programados' })
const sent = (method: string) =>
  server.sent
    .filter((one) => one.method === method && one.path !== calls.sample.path)
    .map(({ body }) => JSON.parse(body))
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => screen.getByRole('button', { name: 'Guardar' }) as HTMLButtonElement
const sample = () => screen.queryByTitle('Muestra del correo')?.getAttribute('srcdoc')
const checked = (element: HTMLElement) => element.getAttribute('aria-checked')

test('the master switch saves at once without the typed texts; while it is off the rest is disabled', async () => {
  const master = await open()
  write('Cuerpo', 'A medias')
  fireEvent.click(master)
  expect(await screen.findByText('Cambios guardados correctamente')).toBeTruthy()
  expect(sent('POST')).toMatchObject([{ active: false, header: 'Buen día', version: 5 }])
  await waitFor(() => expect(screen.getByLabelText('Cuerpo').closest('[inert]')).not.toBeNull())
  await waitFor(() => expect(master.getAttribute('aria-busy')).toBe('false'))
  fireEvent.click(master)
  await waitFor(() => expect(screen.getByLabelText('Cuerpo').closest('[inert]')).toBeNull())
  expect((screen.getByLabelText('Cuerpo') as HTMLTextAreaElement).value).toBe('A medias')
})

test('the next change is based on the last save’s reply, not on a pending reload', async () => {
  const master = await open()
  const reading = Promise.withResolvers<void>()
  held = reading.promise
  write('Cuerpo', 'Buenas tardes')
  fireEvent.click(save())
  await waitFor(() => expect(notices.get()).toHaveLength(1))
  fireEvent.click(master)
  await waitFor(() => expect(sent('POST')).toHaveLength(2))
  reading.resolve()
  held = undefined
  expect(sent('POST').at(-1)).toMatchObject({ active: false, header: 'Buenas tardes', version: 6 })
})

test('tracking is on once its recipients are saved; closing without saving reverts; off saves at once', async () => {
  await open()
  fireEvent.click(tracking())
  const modal = within(await screen.findByRole('dialog', { name: 'Destinatarios del Reporte de Seguimiento' }))
  expect(checked(tracking())).toBe('true')
  const field = modal.getByLabelText('Correos')
  expect(
    modal.getByText('Debe ser una lista de correos electrónicos (ana@empresa.mx), separados por comas.'),
  ).toBeTruthy()
  const button = modal.getByRole('button', { name: 'Guardar' }) as HTMLButtonElement
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(field, { target: { value: 'ana@norte.example, nadie' } })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(modal.getByRole('button', { name: 'Cancelar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Seguir editando' }))
  expect(field).toHaveProperty('value', 'ana@norte.example, nadie')
  fireEvent.click(modal.getByRole('button', { name: 'Cancelar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Descartar cambios' }))
  await waitFor(() => expect(checked(tracking())).toBe('false'))
  expect(sent('PUT')).toEqual([])
  fireEvent.click(tracking())
  fireEvent.change(await screen.findByLabelText('Correos'), {
    target: { value: ' ana@norte.example,, luis@norte.example,' },
  })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('PUT')).toEqual([{ active: true, emails: ['ana@norte.example', 'luis@norte.example'] }])
  expect(checked(tracking())).toBe('true')
  expect(screen.getByRole('button', { name: 'Editar los destinatarios del reporte de seguimiento' })).toBeTruthy()
  fireEvent.click(tracking())
  await waitFor(() => expect(sent('PUT').at(-1)).toEqual({ active: false }))
  await waitFor(() => expect(checked(tracking())).toBe('false'))
})

test('texts and links: faults disable the button; valid texts are saved trimmed and shown in the sample', async () => {
  await open()
  write('Pie', 'x'.repeat(1000))
  expect(screen.getByText('Limite de caracteres excedido')).toBeTruthy()
  expect(screen.getByText('1,000 de 1,000 caracteres')).toBeTruthy()
  write('Pie', 'x'.repeat(1001))
  expect(save().disabled).toBe(true)
  write('Pie', ' Gracias ')
  write('LinkedIn', 'linkedin')
  fireEvent.blur(screen.getByLabelText('LinkedIn'))
  expect(screen.getByText('Direccion invalida, ejemplo: https://www.linkedin.com')).toBeTruthy()
  expect(save().disabled).toBe(true)
  write('LinkedIn', ' https://www.linkedin.com/norte ')
  await waitFor(() => expect(sample()).toContain('"footer":" Gracias "'))
  expect(sample()).toContain('"linkedin":"https://www.linkedin.com/norte"')
  fireEvent.click(save())
  expect(await screen.findByText('Cambios guardados correctamente')).toBeTruthy()
  expect(sent('POST')).toMatchObject([
    { footer: 'Gracias', linkedin: 'https://www.linkedin.com/norte', header: 'Buen día', version: 5 },
  ])
})

test('what is typed during a save stays unsaved in the form', async () => {
  await open()
  let go = (): void => {}
  saving = new Promise((resolve) => {
    go = resolve
  })
  write('Pie', 'Saludos ')
  write('Cuerpo', 'Buenas')
  fireEvent.click(save())
  await waitFor(() => expect(sent('POST')).toHaveLength(1))
  write('Cuerpo', 'Buenas tardes')
  go()
  await screen.findByText('Cambios guardados correctamente')
  await waitFor(() => expect(save().disabled).toBe(false))
  expect(screen.getByLabelText('Cuerpo')).toHaveProperty('value', 'Buenas tardes')
  expect(screen.getByLabelText('Pie')).toHaveProperty('value', 'Saludos')
  expect(screen.queryByText(/Otra persona/)).toBeNull()
  fireEvent.click(save())
  await waitFor(() => expect(sent('POST')[1]).toMatchObject({ header: 'Buenas tardes', footer: 'Saludos', version: 6 }))
  await waitFor(() => expect(localStorage.getItem('padron.1.letters')).toBeNull())
})

test('a logo that is no image is rejected at once; an image is sent in base64 with its extension', async () => {
  await open()
  const drop = screen.getByLabelText('Elegir logotipo')
  fireEvent.change(drop, { target: { files: [new File(['<svg/>'], 'logo.svg')] } })
  expect(await screen.findByText('Solo se permite un archivo .jpeg o .png')).toBeTruthy()
  fireEvent.change(drop, { target: { files: [new File(['ABC'], 'logo.png', { type: 'image/png' })] } })
  await waitFor(() => expect(sample()).toContain('<img src="data:image/png;base64,QUJD">'))
  expect(screen.queryByText('Solo se permite un archivo .jpeg o .png')).toBeNull()
  fireEvent.click(save())
  await waitFor(() => expect(sent('POST')).toMatchObject([{ imageB64: 'QUJD', imageFormat: '.png' }]))
})

test('a conflict is reported before another user’s change is overwritten', async () => {
  await open()
  write('Contacto', 'Ana')
  stored = settings({ footer: 'De otra persona', version: 6 })
  refusal = {
    status: 409,
    json: { type: 'about:blank', title: 'Cambió', status: 409, errors: [{ path: 'body.version', message: 'Cambió' }] },
  }
  fireEvent.click(save())
  expect(await screen.findByText(/Otra persona cambió estos ajustes mientras usted los editaba/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Descartar mis cambios y ver los nuevos' }))
  expect((screen.getByLabelText('Pie') as HTMLTextAreaElement).value).toBe('De otra persona')
  expect((screen.getByLabelText('Contacto') as HTMLTextAreaElement).value).toBe('')
})
