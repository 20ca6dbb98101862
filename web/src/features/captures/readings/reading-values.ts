// The initial values of a statement's form from the data read from a PDF. Pure.
import type { PdfFields, Reading } from '@padron/contract/captures/readings'
import { dateTime } from '../../../lib/dates.ts'
import { EMPTY_STATEMENT, type StatementValues } from '../statement/statement-values.ts'

const textOf = (amount: number | null): string => (amount === null ? '' : `${amount}`)

export const toReadingValues = (
  { readingId, fileName, size, uploadedAt }: Pick<Reading, 'readingId' | 'fileName' | 'size' | 'uploadedAt'>,
  fields: PdfFields | null,
  zone: string,
): StatementValues => ({
  ...EMPTY_STATEMENT,
  // The person looked at the portal before the upload; the PDF may have waited for days since.
  seenAt: dateTime(uploadedAt, zone).replace(' ', 'T'),
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
