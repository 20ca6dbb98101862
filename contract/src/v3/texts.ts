// The limits of the API of programs, and the texts of its refusals.

/** Maximum rows of a page, and of a bulk change. */
export const ROWS_AT_MOST = 1_000
export const ROWS_WITHOUT_LIMIT = 100
/** Retention of deletions in days. */
export const DELETIONS_DAYS = 90
/** Hours in which a repeated Idempotency-Key does not run the call again. */
export const IDEMPOTENCY_HOURS = 24
export const IDEMPOTENCY_KEY_MAX = 100
export const ETAG_MAX = 60

export const V3_TEXTS = {
  limit: `Escriba un número de 1 a ${ROWS_AT_MOST}`,
  cursor: 'El cursor no es de esta consulta: repita los mismos parámetros, o empiece sin cursor',
  moment: 'Escriba un momento con su zona, como 2026-11-28T03:00:00Z',
  noField: (field: string) => `No existe el campo «${field.slice(0, 60)}»`,
  part: 'Su usuario ve una parte de los vehículos, y lo que deja de ser suyo no se puede decir: lea todo otra vez',
  tooOld: `Se sabe de lo que se eliminó en los últimos ${DELETIONS_DAYS} días: lea todo otra vez`,
  changed: 'El vehículo cambió desde que se leyó: léalo otra vez',
  webhookChanged: 'El webhook cambió desde que se leyó: léalo otra vez',
  ifMatch: 'If-Match lleva el ETag que vino con lo que se cambia',
  key: `Idempotency-Key lleva de 1 a ${IDEMPOTENCY_KEY_MAX} letras, números o signos sin acentos`,
  otherRequest: 'Esta Idempotency-Key ya se usó con otra solicitud',
  unreadable: 'La respuesta de esta Idempotency-Key ya no se puede leer: use otra',
  rows: `De 1 a ${ROWS_AT_MOST} vehículos`,
  value: 'Escriba un texto, o un número desde 0',
  state: 'Escriba el identificador de un estado',
  filtered: 'Con updated_since no se filtra por lo que cambia: lo que deja de cumplirlo no se sabría',
  onlyReplacing: 'Es de un reemplazo: falta `replacing`',
  busy: 'Otra persona o programa está cambiando este vehículo: inténtelo otra vez',
} as const
