// The file of a new user, and the password made in the page.
import { faultOf, Password } from '@padron/contract/rules/user-rules'
import { expect, test } from 'vitest'
import { credentialsCsv, fileName } from './CredentialsDialog.tsx'
import { strongPassword } from './ResetPasswordDialog.tsx'

test('the file is named after the company and its day, not the browser’s', () => {
  const at = Date.parse('2026-11-22T05:30:00Z')
  expect(fileName('norte', at, 'America/Mexico_City')).toBe('Creacion de usuario norte 21-11-2026.csv')
  expect(fileName('andina', at, 'America/Bogota')).toBe('Creacion de usuario andina 22-11-2026.csv')
})

test('two columns, read by a spreadsheet, and no formula', async () => {
  const csv = await credentialsCsv({ userName: 'norte-ñandú', password: 'a,"b' })
  expect(csv).toBe('\ufeffUsuario,Contraseña\r\nnorte-ñandú,"a,""b"\r\n')
  expect(await credentialsCsv({ userName: '=1+1', password: 'x' })).toContain("'=1+1")
})

test('a made password follows the rule, and no sign is likelier', () => {
  const seen = new Set(Array.from({ length: 200 }, () => strongPassword()))
  expect(seen.size).toBe(200)
  for (const password of seen) expect(faultOf(Password, password)).toBeUndefined()
  // 224 to 255 would begin the alphabet again: they are passed over.
  const bytes = [...Array(8).fill(255), ...Array(8).fill(0)]
  expect(strongPassword(() => Uint8Array.from(bytes))).toBe('a'.repeat(16))
})
