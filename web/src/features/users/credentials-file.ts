// The file with a new user's name and password. The writer is fetched when it is wanted: few are.
import { dayOf } from '../../lib/dates.ts'
import { saveFile } from '../../lib/save-file.ts'

export type Credentials = { userName: string; password: string }

/** `Creacion de usuario norte 21-11-2026.csv` (spec bulk §2), by the company's day. */
export const fileName = (company: string, now: number, zone: string): string =>
  `Creacion de usuario ${company} ${dayOf(now, zone).split('-').reverse().join('-')}.csv`

export const credentialsCsv = async ({ userName, password }: Credentials): Promise<string> => {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  return stringify([[userName, password]], {
    header: true,
    columns: ['Usuario', 'Contraseña'],
    bom: true, // without it the spreadsheet misreads the letters with accents
    record_delimiter: 'windows',
    escape_formulas: true,
  })
}

export const saveCredentials = async (credentials: Credentials, name: string): Promise<void> =>
  saveFile(name, await credentialsCsv(credentials), 'text/csv;charset=utf-8')
