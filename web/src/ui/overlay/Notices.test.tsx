// Notices: their place, which ones are not merged, and how long they stay.
import { NOTICE_SECONDS } from '@padron/contract/common'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notices, notify } from '../../api/notify.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { Notices } from './Notices.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  notices.set([])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const say: typeof notify = (...args) => act(() => notify(...args))
const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))
const place = () => document.querySelector('.notices')?.parentElement

const page = (inner: boolean, outer = true) => (
  <>
    {outer && (
      <Dialog title="Fuera" onClose={() => {}}>
        {inner && (
          <Dialog title="Dentro" onClose={() => {}}>
            x
          </Dialog>
        )}
      </Dialog>
    )}
    <Notices />
  </>
)

test('are inside the newest dialog, and stay after it closes', () => {
  const { rerender } = render(page(false, false))
  say('error', 'No se pudo')
  expect(place()).toBe(document.body)
  rerender(page(false))
  expect(place()).toBe(screen.getByRole('dialog', { name: 'Fuera' }))
  rerender(page(true))
  expect(place()).toBe(screen.getByRole('dialog', { name: 'Dentro' }))
  rerender(page(false))
  expect(place()).toBe(screen.getByRole('dialog', { name: 'Fuera' }))
  rerender(page(true))
  rerender(page(false, false))
  expect(place()).toBe(document.body)
  expect(screen.getByRole('alert').textContent).toContain('No se pudo')
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('dialogs close from the innermost one, so that the focus can return', () => {
  const closed: string[] = []
  const close = vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    if (this.open) closed.push(this.querySelector('h2')?.textContent ?? '')
    this.open = false
  })
  const { rerender } = render(page(true))
  rerender(page(false, false))
  expect(closed).toEqual(['Dentro', 'Fuera'])
  close.mockRestore()
})

test('an equal text is shown once, unless it has an action', () => {
  render(<Notices />)
  const action = { label: 'Deshacer', run: () => {} }
  say('done', 'Listo')
  say('done', 'Listo')
  expect(screen.getAllByText('Listo')).toHaveLength(1)
  say('done', 'Cambiado', { about: 'ana: Activo', action })
  say('done', 'Cambiado', { about: 'luis: Activo', action })
  expect(screen.getAllByRole('button', { name: 'Deshacer' })).toHaveLength(2)
})

test('a notice disappears after its time, which stops while it is hovered or focused', () => {
  render(<Notices />)
  say('done', 'Listo')
  wait(NOTICE_SECONDS - 1)
  fireEvent.pointerEnter(screen.getByRole('status'))
  wait(NOTICE_SECONDS * 2)
  fireEvent.pointerLeave(screen.getByRole('status'))
  wait(NOTICE_SECONDS - 1)
  expect(screen.getByText('Listo')).toBeTruthy()
  wait(1)
  expect(screen.queryByText('Listo')).toBeNull()
})
