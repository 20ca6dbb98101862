// Users are notified of their unsaved drafts after signing in.
import { afterEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { remember } from '../../lib/memory.ts'
import { DRAFTS, notifyUnsavedDrafts } from './unsaved-drafts.ts'

afterEach(() => {
  localStorage.clear()
  notices.set([])
})
const noticeTexts = () => notices.get().map(({ text }) => text)

test('nothing is reported without a draft, nor for the draft of another user', () => {
  remember('2', `${DRAFTS}7`, {})
  notifyUnsavedDrafts('1', () => {})
  expect(noticeTexts()).toEqual([])
})

test('the notice names one vehicle, a new vehicle, or several', () => {
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
