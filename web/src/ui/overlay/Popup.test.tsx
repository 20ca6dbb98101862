// Esc closes a panel whose focused element was removed.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createStore, useStore } from '../../lib/use-store.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { Popup } from './Popup.tsx'

afterEach(cleanup)

const Once = () => {
  const [done, setDone] = useState(false)
  return done ? (
    <p>Hecho</p>
  ) : (
    <button type="button" onClick={() => setDone(true)}>
      Actualizar
    </button>
  )
}
const hint = createStore(false)
const Page = () => (
  <>
    <Popup label="Panel" className="button" button="Abrir">
      <Once />
    </Popup>
    {useStore(hint) && <p>Consejo</p>}
  </>
)

test('closes after a tooltip has opened, and restores the focus', async () => {
  showScreen(Page, '/')
  const opener = await screen.findByRole('button', { name: 'Abrir' })
  fireEvent.click(opener)
  const pressed = await screen.findByRole('button', { name: 'Actualizar' })
  pressed.focus()
  fireEvent.click(pressed)
  await screen.findByText('Hecho')
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  act(() => hint.set(true))
  await screen.findByText('Consejo')
  expect(document.activeElement).toBe(document.body)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(opener.getAttribute('aria-expanded')).toBe('false'))
  expect(document.activeElement).toBe(opener)
})
