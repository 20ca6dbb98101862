// The texts for a failed call: that of an unexpected error has the code with which support finds it in the log.
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { failureText } from './notify.ts'

const row = { fails: 'Error al recibir catálogo de etiquetas' }
const problem = { type: 'about:blank', title: 'Ocurrió un error inesperado. Intente de nuevo más tarde.', status: 500 }

test('with the code of the failure, where there is one', () => {
  const failed = new ApiError(500, { problem: { ...problem, requestId: 'K7Q2M9XWT4BC' } })
  expect(failureText(failed, row)).toBe('Error al recibir catálogo de etiquetas · Código de la falla: K7Q2M9XWT4BC')
  expect(failureText(new ApiError(500, { problem }), row)).toBe(row.fails)
  expect(failureText(new ApiError(0), row)).toBe(row.fails)
})
