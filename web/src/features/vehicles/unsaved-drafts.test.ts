// Unsaved drafts are announced to their owner, with the way to them.
import { afterEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { remember } from '../../lib/memory.ts'
import { DRAFTS, notifyUnsavedDrafts } from './unsaved-drafts.ts'

afterEach(() => {
  localStorage.clear()
  notices.set([])
})
const noticeTexts = () => notices.get().map(({ text }) => text)

test('nothing stored, nothing reported; another person’s is not reported', () => {
  remember('2', `${DRAFTS}7`, {})
  notifyUnsavedDrafts('1', () => {})
  expect(noticeTexts()).toEqual([])
})

test('a vehicle, a new one, and several', () => {
  const opened: number[] = []
  remember('1', `${DRAFTS}7`, {})
  notifyUnsavedDrafts('1', (id) => opened.push(id))
  expect(noticeTexts()).toEqual([expect.stringContaining('de un vehículo: presione Editar')])
  notices.get()[0]?.action?.run()
  expect(opened).toEqual([7])
  notices.set([])
  remember('1', `${DRAFTS}new`, {})
  remember('1', `${DRAFTS}8`, {})
  notifyUnsavedDrafts('1', () => {})
  expect(noticeTexts()).toEqual([
    expect.stringContaining('de un vehículo nuevo: presione Agregar'),
    expect.stringContaining('de 2 vehículos'),
  ])
})
