// Fixtures for tests of captures in bulk: a completed workbook, a ZIP of proofs, and the calls.
import { buffer } from 'node:stream/consumers'
import type { CaptureBatch } from '@padron/contract/captures/batches'
import { BOOK_SHEET, bookColumns } from '@padron/contract/captures/book'
import { ZipFile } from 'yazl'
import { bookOf, formOf } from '../../../../testing/files/workbooks.ts'
import type { Somebody, TestServer } from '../../../../testing/server.ts'

export type BookCells = Readonly<Record<string, string | number>>

/** The workbook with these rows, by field. */
const filledBook = (rows: readonly BookCells[]): Promise<Buffer> => {
  const columns = bookColumns('MX')
  return bookOf(
    [columns.map(({ heading }) => heading), ...rows.map((row) => columns.map(({ field }) => row[field] ?? null))],
    BOOK_SHEET,
  )
}

export const zipOf = async (files: Readonly<Record<string, Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name)
  zip.end()
  return buffer(zip.outputStream)
}

export type Answered = { status: number; title: string; batch: CaptureBatch }
type Row = { row: number; errors: { field: string | null; message: string }[]; outcome: string | null }

export const batchCalls = (server: TestServer, who: () => Somebody) => {
  const url = (batchId: string, end = '') => `/api/v2/captures/batch/${batchId}${end}`
  const call = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', address: string, rest: object = {}) => {
    const { status, body } = await server.ask(who(), { method, url: address, ...rest })
    return { status, ...(body as { title: string; batch: CaptureBatch }) }
  }
  const sendFile = (file: Buffer): Promise<Answered> =>
    call('POST', '/api/v2/captures/batch', formOf({ file, fileName: 'capturas.xlsx' }))
  return {
    sendFile,
    send: async (rows: readonly BookCells[]): Promise<Answered> => sendFile(await filledBook(rows)),
    proofs: (batchId: string, zip: Buffer): Promise<Answered> =>
      call('POST', url(batchId, '/proofs'), { payload: zip, headers: { 'content-type': 'application/zip' } }),
    correct: (batchId: string, corrections: object[]): Promise<Answered> =>
      call('PUT', url(batchId, '/rows'), { payload: { corrections } }),
    apply: (batchId: string): Promise<Answered> => call('POST', url(batchId, '/apply')),
    undo: (batchId: string): Promise<Answered> => call('POST', url(batchId, '/undo')),
    discard: (batchId: string): Promise<Answered> => call('DELETE', url(batchId)),
    read: async (batchId: string) => (await call('GET', url(batchId))).batch,
    rows: async (batchId: string, show = 'all') => {
      const { body } = await server.ask(who(), { url: url(batchId, `/rows?show=${show}`) })
      return (body as { rows: Row[] }).rows
    },
  }
}
