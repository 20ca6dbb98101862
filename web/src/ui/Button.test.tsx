// Without a network, buttons that send are disabled and explain it, until the network is back; reading and typing still
// work.
import { calls, put } from '@padron/contract/call'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { notices } from '../api/notify.ts'
import { offline } from '../api/offline.ts'
import { useAction } from '../api/use-action.ts'
import { showScreen } from '../testing/show-screen.tsx'
import { Button } from './Button.tsx'
import { Switch } from './fields/Switch.tsx'
import { FormDialog } from './form/FormDialog.tsx'
import { formFields } from './form/fields.tsx'
import { useForm } from './form/use-form.ts'
import { ActionMenu } from './overlay/ActionMenu.tsx'

const { save: call } = calls('test', {
  save: put('/save', {
    summary: '',
    needs: 'session',
    body: z.strictObject({ name: z.string() }),
    reply: z.object({}),
  }),
})
const { TextField } = formFields<{ name: string }>()
const run = vi.fn()

const Note = () => {
  const form = useForm({ stored: { name: '' }, call, args: (body) => ({ body }) })
  return (
    <FormDialog form={form} title="Nota" verb="Guardar" onClose={run}>
      <TextField name="name" label="Nombre" />
    </FormDialog>
  )
}
const Screen = () => {
  const { isPending } = useAction(call)
  return (
    <>
      <Button label="Enviar" kind="danger" busy={isPending} onClick={run} />
      <Button label="Editar" aria-haspopup="dialog" title="Su nombre" onClick={run} />
      <Button label="Descargar" sends onClick={run} />
      <Button label="Más filtros" aria-haspopup="dialog" sends={false} onClick={run} />
      <Button label="Quitar" onClick={run} />
      <Switch label="Envío" on onSwitch={run} />
      <ActionMenu
        label="Acciones"
        actions={() => [
          { key: 'delete', label: 'Eliminar', icon: 'trash', run },
          { key: 'history', label: 'Historia', icon: 'history', reads: true, run },
        ]}
      />
    </>
  )
}

const cut = () => act(() => offline.set(new Map()))
const restore = () => act(() => offline.set(undefined))
afterEach(() => {
  cleanup()
  restore()
  run.mockClear()
  notices.set([])
})
const button = (name: string) => screen.getByRole('button', { name })
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true'
const texts = () => notices.get().map(({ text }) => text)

test('a button that sends is disabled with a reason until the network is back', async () => {
  showScreen(Screen, '/')
  await screen.findByRole('button', { name: 'Enviar' })
  cut()
  const sending = [button('Enviar'), button('Editar'), button('Descargar'), screen.getByRole('switch')]
  for (const one of sending) {
    one.focus()
    fireEvent.click(one)
    expect([isOff(one), one.title, document.activeElement]).toEqual([true, 'Sin conexión', one])
  }
  expect(run).not.toHaveBeenCalled()
  expect(texts()).toEqual(['Sin conexión: podrá hacerlo cuando vuelva.'])
  restore()
  for (const one of sending) fireEvent.click(one)
  expect(run).toHaveBeenCalledTimes(4)
  expect(sending.map((one) => [isOff(one), one.title])).toEqual([
    [false, ''],
    [false, 'Su nombre'],
    [false, ''],
    [false, ''],
  ])
})

test('a button that only reads stays enabled, also in a menu', async () => {
  showScreen(Screen, '/')
  await screen.findByRole('button', { name: 'Enviar' })
  cut()
  fireEvent.click(button('Más filtros'))
  fireEvent.click(button('Quitar'))
  expect(run).toHaveBeenCalledTimes(2)
  fireEvent.click(button('Acciones'))
  const item = (name: RegExp) => screen.getByRole('menuitem', { name, hidden: true })
  expect(item(/Eliminar/).textContent).toBe('EliminarSin conexión')
  fireEvent.click(item(/Eliminar/))
  expect(run).toHaveBeenCalledTimes(2)
  fireEvent.click(item(/Historia/))
  expect(run).toHaveBeenCalledTimes(3)
})

test('a form can be typed in but not sent, neither by its button nor by Enter', async () => {
  showScreen(Note, '/')
  const name = await screen.findByLabelText<HTMLInputElement>('Nombre')
  cut()
  fireEvent.change(name, { target: { value: 'Patio' } })
  const save = button('Guardar')
  const stays = vi.fn((event: Event) => event.defaultPrevented)
  addEventListener('click', stays)
  fireEvent.click(save) // Enter in a field does the same
  removeEventListener('click', stays)
  expect(stays).toHaveReturnedWith(true)
  expect([isOff(save), name.value]).toEqual([true, 'Patio'])
  expect(document.querySelector('.dialog__error')?.textContent).toBe('')
  restore()
  expect([isOff(button('Guardar')), name.value]).toEqual([false, 'Patio'])
})
