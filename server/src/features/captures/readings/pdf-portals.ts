// The PDFs of portals: words that identify a portal's document, and the labels of its fields. A new portal is a row
// here, as docs/pdf-portals.md explains.

/** The document that shows a label; null: a guess, which the console marks as not confirmed. */
type Source = string | null
export type Label = { words: string; source: Source }

/** The column of a table of debts. */
export type DebtColumn = 'folio' | 'description' | 'dateTime' | 'subTotal' | 'discount' | 'surcharge' | 'total'
export type PdfPortal = {
  /** The portal's key in the catalogue; types of debts must be types of this portal. */
  portalKey: string
  /** A text with any of these is from this portal. */
  marks: readonly string[]
  total: readonly Label[]
  paymentLine: readonly Label[]
  paymentLineDueDate: readonly Label[]
  /** Headings of the table of debts. A line of the table has as many cells as its heading. */
  columns: Readonly<Partial<Record<DebtColumn, readonly Label[]>>>
  /** Labels of debts outside of a table, each with one amount beside it. */
  debts: readonly Label[]
}

const guesses = (...words: string[]): Label[] => words.map((each) => ({ words: each, source: null }))
const seen = (source: string, ...words: string[]): Label[] => words.map((each) => ({ words: each, source }))

/** Common labels for any portal. They are guesses, so none is confirmed. */
export const ANY_PORTAL: Omit<PdfPortal, 'portalKey' | 'marks'> = {
  total: guesses('total a pagar', 'total del adeudo', 'importe total', 'total'),
  paymentLine: guesses('línea de captura', 'referencia de pago', 'referencia bancaria'),
  paymentLineDueDate: guesses('fecha límite de pago', 'pague antes del', 'vigencia', 'vence', 'válido hasta'),
  columns: {
    folio: guesses('folio', 'boleta'),
    description: guesses('concepto', 'descripción', 'adeudo'),
    dateTime: guesses('fecha'),
    subTotal: guesses('importe', 'monto', 'subtotal'),
    discount: guesses('descuento', 'subsidio', 'monto subsidio', 'descuentos'),
    surcharge: guesses('recargo', 'recargos', 'actualización'),
    total: guesses('total', 'a pagar', 'total a pagar'),
  },
  debts: guesses('tenencia', 'refrendo', 'multa', 'infracción', 'canje de placas', 'sanción ambiental'),
}

const NUEVO_LEON = 'Código público de clientes del estado de cuenta (páginas HTML), visto el 2026-11-23'
const CDMX_2016 = 'github.com/ivansabik/transito-cdmx-api, test/fixtures (2016)'

export const PDF_PORTALS: readonly PdfPortal[] = [
  {
    ...ANY_PORTAL,
    portalKey: 'nl-icv',
    marks: ['instituto de control vehicular', 'icvnl.gob.mx'],
    total: seen(NUEVO_LEON, 'total a pagar'),
    columns: {
      ...ANY_PORTAL.columns,
      discount: [...seen(NUEVO_LEON, 'monto subsidio', 'descuento(s)'), ...guesses('descuento')],
      surcharge: seen(NUEVO_LEON, 'recargo(s)', 'recargo'),
      subTotal: [...seen(NUEVO_LEON, 'subtotal'), ...guesses('importe')],
    },
  },
  {
    ...ANY_PORTAL,
    portalKey: 'mx-9',
    marks: ['finanzas.cdmx.gob.mx', 'secretaría de administración y finanzas de la ciudad de méxico'],
    paymentLine: seen(CDMX_2016, 'línea de captura'),
    paymentLineDueDate: seen(CDMX_2016, 'vigencia'),
    columns: { ...ANY_PORTAL.columns, folio: seen(CDMX_2016, 'folio'), dateTime: seen(CDMX_2016, 'fecha') },
  },
  {
    ...ANY_PORTAL,
    portalKey: 'mx-14',
    marks: ['gobiernoenlinea1.jalisco.gob.mx', 'secretaría de la hacienda pública'],
  },
  { ...ANY_PORTAL, portalKey: 'coahuila', marks: ['pagafacil.gob.mx'] },
  { ...ANY_PORTAL, portalKey: 'mx-15', marks: ['tenencia.edomex.gob.mx', 'sfpya.edomexico.gob.mx'] },
]
