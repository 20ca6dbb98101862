// @vitest-environment happy-dom
// Every status is distinguished by its shape and its words, not by colour alone.
import { STATUS_IDS, statusText, statusTone } from '@padron/contract/resources'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { statusLine, statusWords } from '../../lib/status-texts.ts'
import { StatusSign } from './StatusSign.tsx'

afterEach(cleanup)
const CLOCK = { now: Date.parse('2026-11-21T12:00:00Z'), zone: 'America/Mexico_City' }
const THREE_HOURS_AGO = '2026-11-21T09:00:00Z'
const fresh = (state: 'current' | 'old' | 'unknown', at: string | null) => ({ resourceTypeId: 1, state, at })

test.each(STATUS_IDS)('status %i', (id) => {
  const words = statusWords(id, fresh('current', THREE_HOURS_AGO), CLOCK)
  const line = statusLine('Multas', words)
  render(<StatusSign sign={words.sign} old={words.old} label={line} />)
  const sign = screen.getByRole('img', { name: `Multas: ${statusText(id)}, consultado hace 3 horas` })
  expect(sign.dataset.sign).toBe(statusTone(id))
})

test('the five signs have five shapes', () => {
  const shapes = (['debt', 'warning', 'clear', 'unprocessed', 'unknown'] as const).map((sign) => {
    const { container } = render(<StatusSign sign={sign} />)
    return [...container.querySelectorAll('path, circle')]
      .map((part) => part.getAttribute('d') ?? part.className)
      .join()
  })
  expect(new Set(shapes).size).toBe(5)
})

test('a status without a valid answer says so, with the last known one', () => {
  expect(statusWords(1, fresh('unknown', null), CLOCK)).toMatchObject({ sign: 'unknown', words: 'sin dato' })
  expect(statusWords(1, fresh('unknown', THREE_HOURS_AGO), CLOCK).age).toBe(
    'último dato: Sin multas, consultado hace 3 horas',
  )
})

test('a debt that one source reports stays, although another source of its type has not answered', () => {
  expect(statusWords(0, fresh('unknown', THREE_HOURS_AGO), CLOCK)).toMatchObject({
    sign: 'debt',
    words: 'Con multas',
    age: 'consultado hace 3 horas',
  })
})

test('an old answer has the same sign at half strength, with its age', () => {
  const words = statusWords(1, fresh('old', THREE_HOURS_AGO), CLOCK)
  expect(words).toMatchObject({ sign: 'clear', old: true, words: 'Sin multas', shortAge: '3 h' })
  expect(statusLine('Multas', words)).toBe('Multas: Sin multas, dato antiguo, consultado hace 3 horas')
})
