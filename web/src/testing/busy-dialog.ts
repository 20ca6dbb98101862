// Checks that a dialog with running work can be neither closed nor asks a question.
import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

const openDialogs = () => [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]
const cancelButton = () => within(openDialogs().at(-1) ?? document.body).getByRole('button', { name: 'Cancelar' })

/** Call it right after the press that saves. */
export const expectToStayWhileBusy = (): void => {
  const before = openDialogs()
  const cancel = cancelButton()
  expect(cancel.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(cancel)
  expect(openDialogs()).toEqual(before)
}

/** The same for a request that starts a moment after the press. */
export const expectToStayOnceBusy = async (): Promise<void> => {
  const cancel = cancelButton()
  await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBe('true'))
  expectToStayWhileBusy()
}
