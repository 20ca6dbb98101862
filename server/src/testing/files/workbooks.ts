// Workbooks and forms for tests that send them as a browser does.
import { vinCheckDigitIsOk } from '@padron/contract/vehicles/vin'
import { writeXlsx } from 'hucre'
import type { Somebody, TestServer } from '../server.ts'

export type CellValue = string | number | boolean | Date | null

/** A sheet «Vehículos» of these rows, headings first. */
export const bookOf = async (rows: readonly (readonly CellValue[])[], sheet = 'Vehículos'): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: sheet, rows: rows.map((row) => [...row]) }] }))

/** A vehicle identification number with the check digit it should have, so that nothing is doubtful by chance. */
export const vinOf = (n: number): string => {
  const vin = (digit: string) => `3N1CN8AE${digit}RL${String(n).padStart(6, '0')}`
  return [...'0123456789X'].map(vin).find(vinCheckDigitIsOk) ?? ''
}

export type Sent = { file?: Buffer | undefined; fileName?: string; fields?: Record<string, string> }

const BOUNDARY = 'padron-prueba-0123456789'

/** A multipart/form-data body with text fields and a file. */
export const formOf = ({ file, fileName = 'flota.xlsx', fields = {} }: Sent) => {
  const text = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head =
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: ` +
    `application/octet-stream\r\n\r\n`
  const parts = file ? [Buffer.from(head), file, Buffer.from('\r\n')] : []
  return {
    payload: Buffer.concat([Buffer.from(text.join('')), ...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}

/** Sends a workbook to one of the three screens' calls. */
export const send = (
  server: TestServer,
  who: Somebody,
  call: 'uploadTemplate' | 'editTemplate' | 'replaceTemplate',
  { fields, ...sent }: Sent,
) =>
  server.ask(who, {
    method: 'POST',
    url: `/api/v2/vehicle/${call}/`,
    ...formOf({ ...sent, fields: { notifyTo: 'ana@ejemplo.mx', ...fields } }),
  })
