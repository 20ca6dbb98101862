// A menu closes on a press outside and when the user scrolls, not on scroll events of another cause.
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showScreen } from '../../testing/show-screen.tsx'
import { ActionMenu } from './ActionMenu.tsx'

afterEach(cleanup)

const open = async () => {
  const actions = () => [{ key: 'edit', label: 'Editar', icon: 'edit' as const, run: () => {} }]
  showScreen(() => <ActionMenu label="Acciones" actions={actions} />, '/')
  const button = await screen.findByRole('button', { name: 'Acciones' })
  fireEvent.click(button)
  expect(screen.getByRole('menuitem', { name: 'Editar', hidden: true })).toBeTruthy()
}
const isOpen = () => screen.queryByRole('menuitem', { hidden: true }) !== null

test('scrolling by the user closes it; a programmatic or late scroll event does not', async () => {
  await open()
  fireEvent.scroll(document)
  fireEvent.scroll(document.body)
  fireEvent.wheel(screen.getByRole('menu', { hidden: true }))
  expect(isOpen()).toBe(true)
  fireEvent.wheel(document.body)
  expect(isOpen()).toBe(false)
  cleanup()
  await open()
  fireEvent.keyDown(screen.getByRole('menu', { hidden: true }), { key: 'PageDown' })
  expect(isOpen()).toBe(false)
})

test('a press outside closes it', async () => {
  await open()
  fireEvent.pointerDown(document.body)
  expect(isOpen()).toBe(false)
})
