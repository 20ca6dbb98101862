// What every form does: validation, sending, drafts, newer versions, and its dialog.
import { calls, put } from '@padron/contract/call'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { BLOCK_CLOSE_MS } from '../../lib/use-block-close.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { FormDialog } from './FormDialog.tsx'
import type { Faults } from './faults.ts'
import { formFields } from './fields.tsx'
import { useForm } from './use-form.ts'

const Rules = z.object({
  name: z.string().check(z.minLength(1, 'Escriba un nombre'), z.maxLength(5, 'Es demasiado largo')),
  place: z.string().check(z.minLength(1, 'Escriba un lugar')),
})
const Shape = z.object({ name: z.string(), place: z.string() })
type Values = z.infer<typeof Shape>
const { TextField } = formFields<Values>()
const EMPTY: Values = { name: '', place: '' }
const { save: call } = calls('test', {
  save: put('/save', {
    summary: '',
    needs: 'session',
    body: z.strictObject({ name: z.string(), place: z.string(), over: z.string() }),
    reply: z.object({}),
    done: 'Guardado',
    fails: 'No se pudo guardar',
  }),
})

let stored = EMPTY
let onlyChanged = false
/** The version of `stored`; undefined: the form has none. */
let version: number | undefined
/** A rule that reports, under the name, what the place makes wrong. */
const needsPlace = ({ name, place }: Values): Faults => (place === 'ninguno' ? { name: `Sin lugar: ${name}` } : {})
const noFaults = (): Faults => ({})
let validate: (values: Values) => Faults
/** Sets newly stored values, as when the list behind the dialog is reloaded. */
let receive: (values: Values) => void

const NoteDialog = ({ onClose }: { onClose: () => void }) => {
  const [newest, setNewest] = useState(stored)
  receive = setNewest
  const form = useForm({
    stored: newest,
    schema: Rules,
    validate,
    onlyChanged,
    version,
    summary: 'Revise los campos marcados.',
    draft: { name: 'note', shape: Shape, announces: true },
    call,
    args: (values, context) => ({ body: { ...values, over: version ? `${context.version}` : context.base.name } }),
    about: ({ name }) => name,
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title="Nota" verb="Guardar" onClose={onClose}>
      <TextField name="name" label="Nombre" required />
      <TextField name="place" label="Lugar" required hint="Dónde está" />
      {form.newer && (
        <button type="button" onClick={form.rebase}>
          Cargar lo nuevo
        </button>
      )}
    </FormDialog>
  )
}
const Screen = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      {open && <NoteDialog onClose={() => setOpen(false)} />}
    </>
  )
}

type Answer = { status?: number; json: unknown }
const problem = (status: number, title: string, errors?: readonly { path: string; message: string }[]): Answer => ({
  status,
  json: { type: 'about:blank', title, status, ...(errors && { errors }) },
})
let answer: Answer
/** Delays the response. */
let slow: PromiseWithResolvers<void> | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    '/save': async () => {
      await slow?.promise
      return answer
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  answer = { json: {} }
  slow = undefined
  stored = EMPTY
  onlyChanged = false
  version = undefined
  validate = noFaults
  server.sent.length = 0
})
afterEach(async () => {
  slow?.resolve()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  cleanup()
  localStorage.clear()
  notices.set([])
})

const open = async () => {
  showScreen(Screen, '/')
  fireEvent.click(await screen.findByRole('button', { name: 'Abrir' }))
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const save = () => press('Guardar')
const fill = () => {
  type('Nombre', 'Ana')
  type('Lugar', 'Patio')
}
const alertText = () => document.querySelector('.dialog__error')?.textContent
const bodies = () => server.sent.filter(({ path }) => path === '/save').map(({ body }) => JSON.parse(body))
/** The description of a field for screen readers: its fault and its hints. */
const described = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

test('each fault of the schema is under its field; the first one gets the focus; nothing is sent', async () => {
  await open()
  type('Nombre', 'demasiado')
  save()
  expect(described('Nombre')).toEqual(['Es demasiado largo'])
  expect(described('Lugar')).toEqual(['Escriba un lugar', 'Dónde está'])
  expect(document.activeElement).toBe(field('Nombre'))
  expect(alertText()).toBe('Revise los campos marcados.')
  expect(server.sent.filter(({ path }) => path === '/save')).toEqual([])
})

test('an invalid value is checked at each keystroke, a valid one when its field is left', async () => {
  await open()
  type('Nombre', 'Ana')
  save()
  expect(document.activeElement).toBe(field('Lugar'))
  type('Lugar', 'Patio')
  expect(field('Lugar').getAttribute('aria-invalid')).toBeNull()
  expect(alertText()).toBe('')
  type('Nombre', 'demasiado')
  expect(field('Nombre').getAttribute('aria-invalid')).toBeNull()
  fireEvent.blur(field('Nombre'))
  expect(described('Nombre')).toEqual(['Es demasiado largo'])
})

test('the form is sent once with trimmed texts; a notice appears and the dialog closes', async () => {
  slow = Promise.withResolvers()
  await open()
  type('Nombre', ' Ana ')
  type('Lugar', 'Patio')
  save()
  type('Lugar', 'Calle')
  save()
  fireEvent.submit(field('Lugar'))
  expect(field('Lugar').value).toBe('Patio')
  await waitFor(() => expect(bodies()).toHaveLength(1))
  slow.resolve()
  expect(await screen.findByText('Guardado')).toBeTruthy()
  expect(bodies()).toEqual([{ name: 'Ana', place: 'Patio', over: '' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the server’s refusal of a field appears under it until the field changes', async () => {
  answer = problem(409, 'Hay un conflicto', [{ path: 'body.place', message: 'Ese lugar está ocupado' }])
  await open()
  fill()
  save()
  await waitFor(() => expect(described('Lugar')).toEqual(['Ese lugar está ocupado', 'Dónde está']))
  expect(document.activeElement).toBe(field('Lugar'))
  expect(notices.get()).toEqual([])
  type('Nombre', 'Luis')
  expect(described('Lugar')).toEqual(['Ese lugar está ocupado', 'Dónde está'])
  type('Lugar', 'Calle')
  expect(described('Lugar')).toEqual(['Dónde está'])
})

test('a refusal with the server’s text is in the footer; any other failure is a notice', async () => {
  answer = problem(422, 'El patio está lleno')
  await open()
  fill()
  save()
  await waitFor(() => expect(alertText()).toBe('El patio está lleno'))
  expect(notices.get()).toEqual([])
  answer = { status: 500, json: {} }
  save()
  expect(await screen.findByText('No se pudo guardar')).toBeTruthy()
  expect(alertText()).toBe('')
  expect(field('Lugar').value).toBe('Patio')
})

test('the dialog stays open during a save, but not for ever if no response arrives', async () => {
  slow = Promise.withResolvers()
  await open()
  fill()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  save()
  await waitFor(() => expect(bodies()).toHaveLength(1))
  for (const way of ['Cancelar', 'Cerrar ventana']) press(way)
  fireEvent(screen.getByRole('dialog', { name: 'Nota' }), new Event('cancel', { cancelable: true }))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Cancelar' }).getAttribute('aria-disabled')).toBe('true')
  await act(async () => void vi.advanceTimersByTime(BLOCK_CLOSE_MS))
  vi.useRealTimers()
  expect(screen.getByRole('button', { name: 'Cancelar' }).getAttribute('aria-disabled')).toBe('false')
  press('Cancelar')
  press('Descartar cambios')
  expect(screen.queryByRole('dialog')).toBeNull()
  answer = problem(422, 'El patio está lleno')
  slow.resolve()
  expect(await screen.findByText('El patio está lleno')).toBeTruthy()
  expect(notices.get()).toMatchObject([{ kind: 'error', about: 'Ana' }])
})

test('closing with changes asks for confirmation, without changes it does not', async () => {
  await open()
  press('Cancelar')
  expect(screen.queryByRole('dialog')).toBeNull()
  press('Abrir')
  type('Nombre', 'Ana')
  press('Cancelar')
  press('Seguir editando')
  expect(field('Nombre').value).toBe('Ana')
  press('Cancelar')
  press('Descartar cambios')
  expect(screen.queryByRole('dialog')).toBeNull()
  press('Abrir')
  expect(field('Nombre').value).toBe('')
})

test('a draft is recovered after the page was closed, and deleted once it is saved', async () => {
  await open()
  type('Nombre', 'Ana')
  cleanup()
  await open()
  expect(field('Nombre').value).toBe('Ana')
  expect(screen.getByText('Se recuperó lo que no había guardado.')).toBeTruthy()
  type('Lugar', 'Patio')
  expect(screen.queryByText('Se recuperó lo que no había guardado.')).toBeNull()
  save()
  await screen.findByText('Guardado')
  press('Abrir')
  expect(field('Nombre').value).toBe('')
})

test('a newer version replaces unchanged values at once; changed values stay, with a note', async () => {
  stored = { name: 'Ana', place: 'Patio' }
  await open()
  receive({ name: 'Ana', place: 'Calle' })
  await waitFor(() => expect(field('Lugar').value).toBe('Calle'))
  type('Nombre', 'Luis')
  receive({ name: 'Eva', place: 'Plaza' })
  await screen.findByRole('button', { name: 'Cargar lo nuevo' })
  expect([field('Nombre').value, field('Lugar').value]).toEqual(['Luis', 'Calle'])
  press('Cargar lo nuevo')
  expect([field('Nombre').value, field('Lugar').value]).toEqual(['Luis', 'Plaza'])
  expect(screen.queryByRole('button', { name: 'Cargar lo nuevo' })).toBeNull()
  save()
  await screen.findByText('Guardado')
  expect(bodies()).toEqual([{ name: 'Luis', place: 'Plaza', over: 'Eva' }])
})

test('unchanged values of stored data are not validated, and without a change nothing is sent', async () => {
  stored = { name: 'demasiado', place: 'Patio' }
  onlyChanged = true
  await open()
  save()
  expect(screen.getByText('No hay cambios que guardar.')).toBeTruthy()
  type('Lugar', 'Calle')
  save()
  await screen.findByText('Guardado')
  expect(bodies()).toHaveLength(1)
})

test('a fault under an unchanged field is reported if the change of another field caused it', async () => {
  stored = { name: 'Ana', place: 'Patio' }
  onlyChanged = true
  validate = needsPlace
  await open()
  type('Lugar', 'ninguno')
  save()
  expect(await screen.findByText('Sin lugar: Ana')).toBeTruthy()
  expect(bodies()).toEqual([])
  type('Lugar', 'Calle')
  save()
  await screen.findByText('Guardado')
  expect(bodies()).toHaveLength(1)
})

test('a newer version is sent only after the server refused the one that the typed values are based on', async () => {
  stored = { name: 'Ana', place: 'Patio' }
  version = 1
  await open()
  version = 2
  act(() => receive({ name: 'Ana', place: 'Taller' }))
  type('Nombre', 'Luz')
  version = 3
  act(() => receive({ name: 'Anita', place: 'Calle' }))
  expect(field('Lugar').value).toBe('Calle')
  const changed = 'Cambió'
  answer = problem(409, changed, [{ path: 'version', message: changed }])
  save()
  await screen.findByText(changed)
  version = 4
  act(() => receive({ name: 'Anita', place: 'Bodega' }))
  answer = { json: {} }
  type('Nombre', 'Lucía')
  save()
  await screen.findByText('Guardado')
  expect(bodies()).toEqual([
    { name: 'Luz', place: 'Calle', over: '2' },
    { name: 'Lucía', place: 'Bodega', over: '4' },
  ])
})
