// The file of a new user, and the generated password.
import { faultOf, Password } from '@padron/contract/rules/user-rules'
import { expect, test } from 'vitest'
import { credentialsCsv, fileName } from './CredentialsDialog.tsx'
import { strongPassword } from './ResetPasswordDialog.tsx'

test('the file is named after the company and its day, not the browser’s', () => {
  const at = Date.parse('2026-11-22T05:30:00Z')
  expect(fileName('norte', at, 'America/Mexico_City')).toBe('Creacion de usuario norte 21-11-2026.csv')
  expect(fileName('andina', at, 'America/Bogota')).toBe('Creacion de usuario andina 22-11-2026.csv')
})

test('the file has two columns, is readable by a spreadsheet, and contains no formula', async () => {
  const csv = await credentialsCsv({ userName: 'norte-ñandú', password: 'a,"b' })
  expect(csv).toBe('\ufeffUsuario,Contraseña\r\nnorte-ñandú,"a,""b"\r\n')
  expect(await credentialsCsv({ userName: '=1+1', password: 'x' })).toContain("'=1+1")
})

test('a generated password follows the rule, and every character is equally likely', () => {
  const seen = new Set(Array.from({ length: 200 }, () => strongPassword()))
  expect(seen.size).toBe(200)
  for (const password of seen) expect(faultOf(Password, password)).toBeUndefined()
  // 224 to 255 would favour the first characters, so they are skipped.
  const bytes = [...Array(8).fill(255), ...Array(8).fill(0)]
  expect(strongPassword(() => Uint8Array.from(bytes))).toBe('a'.repeat(16))
})
