// A result of which a source said nothing but its name: no amount is known, no debt listed. Pure.
import type { ResourceResult } from '@padron/contract/resource-status'

export const emptyResult = (name: string): ResourceResult => ({
  name,
  subTotal: null,
  discount: null,
  surcharge: null,
  total: null,
  paymentLine: null,
  paymentLineDueDate: null,
  pdfUrl: null,
  scrapedTickets: [],
  scrapedTenencias: [],
  scrapedRefrendo: [],
})
