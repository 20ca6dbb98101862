// Why a file was not accepted, in complete sentences.
import { imports } from '@padron/contract/imports'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { uploadFault } from './upload-fault.ts'

const problem = (status: number, title: string) => ({ problem: { type: 'about:blank', title, status } })

test.each([
  [0, 'No se pudo enviar el archivo: se perdió la conexión. No se escribió nada; vuelva a intentarlo.'],
  [401, 'Su sesión terminó; inicie sesión y envíe el archivo de nuevo.'],
  [403, 'Error (403) Usted no tiene acceso a este recurso. No se escribió nada.'],
  [422, 'El archivo está dañado.'],
  [503, 'No se pudo revisar el archivo. No se escribió nada.'],
])('%i', (status, message) => {
  expect(uploadFault(new ApiError(status, problem(status, 'El archivo está dañado.')), imports.uploadTemplate)).toBe(
    message,
  )
})
