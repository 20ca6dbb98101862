// What every dialog does while its form is being saved: no way out of it is taken, and no question is asked.
import { fireEvent, within } from '@testing-library/react'
import { expect } from 'vitest'

const openDialogs = () => [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]

/** Right after the press that saves. */
export const expectToStayWhileBusy = (): void => {
  const before = openDialogs()
  const cancel = within(before.at(-1) ?? document.body).getByRole('button', { name: 'Cancelar' })
  expect(cancel.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(cancel)
  expect(openDialogs()).toEqual(before)
}
