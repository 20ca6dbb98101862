// Renders the PDF of one vehicle, and the notice page for a vehicle that has none.
import type { Db } from '../../db/client.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import { renderPdf } from '../../files/pdf/render-pdf.ts'
import type { CompanyFacts } from '../company.ts'
import { drawProof } from './pictures.ts'
import type { SheetRows } from './sheet.queries.ts'
import { LOGO, vehicleSheet } from './sheet.ts'

/** The dependencies of the code that renders PDFs of vehicles. */
export type PdfTools = {
  db: Db
  now: () => Date
  /** The store of evidence; without it files are listed by name and not drawn. */
  evidence?: FileStore | undefined
}
export type SheetBranding = {
  facts: CompanyFacts
  /** Undefined: all. */
  resources: ReadonlySet<number> | undefined
  /** Re-encoded. */
  logo: Uint8Array | undefined
}

/** @throws PdfError */
export const vehiclePdf = async (
  rows: SheetRows,
  { facts, resources, logo }: SheetBranding,
  at: Date,
  evidence: FileStore | undefined,
): Promise<Buffer> => {
  const { names, pictures } = await drawProof(evidence, rows.sources)
  const sheet = vehicleSheet(rows, { resources, facts, at, hasLogo: logo !== undefined, pictures: names })
  return renderPdf('vehicle', sheet, at, new Map([...pictures, ...(logo ? [[LOGO, logo] as const] : [])]))
}

export const GONE = 'Este vehículo se borró mientras se generaba el archivo.'
export const NOT_MADE =
  'La ficha de este vehículo no se pudo generar. Vuelva a pedirla o consulte el vehículo en la consola.'

/** A page in place of a vehicle's PDF. */
export const noticePdf = (plate: string, words: string, { companyName }: CompanyFacts, at: Date): Promise<Buffer> =>
  renderPdf('notice', { title: `Vehículo ${plate}`, words, foot: companyName }, at)
