// Where the result will be, as the dialog says before the order.
import { expect, test } from 'vitest'
import { ADMIN } from '../../testing/show-screen.tsx'
import { whereText } from './OrderDialogs.tsx'

test('a server without email says so, and where the file will be', () => {
  expect(whereText(ADMIN, false)).toBe(
    'este servidor no tiene correo configurado, así que el archivo se descarga del panel de trabajos.',
  )
  expect(whereText(ADMIN, true)).toMatch(/llega a los correos y aparece en el panel/)
  expect(whereText({ ...ADMIN, role: ['vehicles_read'] }, true)).toBe('el enlace para descargarlo llega a los correos.')
})
