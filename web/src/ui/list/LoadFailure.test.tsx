// What failed, the server's reason if any, and a retry if it can help.
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { FailureLine, LoadFailure } from './LoadFailure.tsx'

afterEach(cleanup)
const WRONG = 'La fecha final es anterior a la inicial.'
const refused = new ApiError(400, { problem: { type: 'about:blank', status: 400, title: WRONG } })
const query = (error: unknown) => ({ error, refetch: () => undefined })

test.each([
  ['whole', LoadFailure],
  ['a line', FailureLine],
])('a refusal says why and offers no other try; without a reason there is one: %s', (_, Failure) => {
  const { rerender } = render(<Failure title="Error al obtener" query={query(refused)} />)
  expect(screen.getByRole('alert').textContent).toContain(WRONG)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<Failure title="Error al obtener" query={query(new ApiError(400))} />)
  expect(screen.getByRole('alert').textContent).not.toContain('HTTP')
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy()
})
