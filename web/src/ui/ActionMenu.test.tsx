// What closes a menu: a press elsewhere, and a scroll that takes its button away from under it; no other scroll.
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showScreen } from '../testing/show-screen.tsx'
import { ActionMenu } from './ActionMenu.tsx'

afterEach(cleanup)

const open = async () => {
  const actions = () => [{ key: 'edit', label: 'Editar', icon: 'edit' as const, run: () => {} }]
  showScreen(() => <ActionMenu label="Acciones" actions={actions} />, '/')
  const button = await screen.findByRole('button', { name: 'Acciones' })
  fireEvent.click(button)
  expect(screen.getByRole('menuitem', { name: 'Editar', hidden: true })).toBeTruthy()
  return button
}
const isOpen = () => screen.queryByRole('menuitem', { hidden: true }) !== null

test('a scroll that moves its button closes it; the late event of one before does not', async () => {
  const button = await open()
  fireEvent.scroll(document)
  fireEvent.scroll(document.body)
  expect(isOpen()).toBe(true)
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -80, 32, 32))
  fireEvent.scroll(document)
  expect(isOpen()).toBe(false)
})

test('a press elsewhere closes it', async () => {
  await open()
  fireEvent.pointerDown(document.body)
  expect(isOpen()).toBe(false)
})
