// The initial values of a statement's form from the data read from a PDF. Pure.
import type { PdfFields, Reading } from '@padron/contract/captures/readings'
import { EMPTY_STATEMENT, type StatementValues } from '../statement/statement-values.ts'

const textOf = (amount: number | null): string => (amount === null ? '' : `${amount}`)

export const toReadingValues = (
  { readingId, fileName, size }: Pick<Reading, 'readingId' | 'fileName' | 'size'>,
  fields: PdfFields | null,
): StatementValues => ({
  ...EMPTY_STATEMENT,
  // The proof is the PDF itself.
  files: [{ fileId: readingId, fileName, size, mediaType: 'application/pdf' }],
  ...(fields && {
    debts: fields.debts.map(({ folio, description, dateTime, ...amounts }) => ({
      folio,
      description,
      dateTime: dateTime ?? '',
      subTotal: textOf(amounts.subTotal),
      discount: textOf(amounts.discount),
      surcharge: textOf(amounts.surcharge),
      total: textOf(amounts.total),
      resource: '',
    })),
    paymentLine: fields.paymentLine,
    paymentLineDueDate: fields.paymentLineDueDate ?? '',
    portalTotal: textOf(fields.portalTotal),
  }),
})
