// Where a result is found, as displayed before it is ordered.
import { expect, test } from 'vitest'
import { ADMIN } from '../../testing/show-screen.tsx'
import { whereText } from './OrderDialogs.tsx'

test('a server without mail says so, and where the file is', () => {
  expect(whereText(ADMIN, false)).toBe(
    'este servidor no tiene correo configurado, así que el archivo se descarga del panel de trabajos.',
  )
  expect(whereText(ADMIN, true)).toMatch(/llega a los correos y aparece en el panel/)
  expect(whereText({ ...ADMIN, role: ['vehicles_read'] }, true)).toBe('el enlace para descargarlo llega a los correos.')
})
