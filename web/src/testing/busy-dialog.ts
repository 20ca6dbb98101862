// What every dialog does while its work runs: no way out of it is taken, and no question is asked.
import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

const openDialogs = () => [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]
const cancelButton = () => within(openDialogs().at(-1) ?? document.body).getByRole('button', { name: 'Cancelar' })

/** Right after the press that saves. */
export const expectToStayWhileBusy = (): void => {
  const before = openDialogs()
  const cancel = cancelButton()
  expect(cancel.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(cancel)
  expect(openDialogs()).toEqual(before)
}

/** The same of a call that is on its way a moment after the press. */
export const expectToStayOnceBusy = async (): Promise<void> => {
  const cancel = cancelButton()
  await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBe('true'))
  expectToStayWhileBusy()
}
