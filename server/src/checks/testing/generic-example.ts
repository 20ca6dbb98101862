// A definition that uses every part of the settings, and a good answer to it.
import type { PortalClient, PortalRequest, RawAnswer, Subject } from '../connectors/connector.ts'

export const SUBJECT: Subject = {
  plate: 'FAA123A',
  vin: '3N1CN8AE1RL000101',
  stateId: 5,
  taxIdentifier: 'ABC010203XY9',
}
export const TODAY = '2026-03-10'

export const EXAMPLE = {
  key: 'mx-ejemplo',
  portal: { key: 'ejemplo', name: 'Ejemplo', owner: 'Proveedor de ejemplo', url: null },
  country: 'MX',
  types: [0, 1, 5, 7],
  mode: 'licensed',
  inputs: ['plate', 'vin'],
  deadlineSeconds: 30,
  auth: { type: 'oauth2', path: '/oauth/token', scope: 'consulta' },
  request: {
    method: 'POST',
    path: '/v1/{plate}',
    query: { fin: '{vinLast5}' },
    json: { placa: '{plate}', dentro: [{ niv: 'NIV {vin}' }] },
  },
  delivery: {
    type: 'poll',
    id: 'folio',
    path: '/v1/consultas/{id}',
    pending: [{ path: 'estado', says: 'en proceso' }],
    firstMs: 100,
    growth: 2,
    longestMs: 300,
  },
  errors: [
    { http: [404], when: [{ path: 'codigo', is: 'NO_EXISTE' }], outcome: 'ok', status: 10, said: 'mensaje' },
    { when: [{ path: 'estado', says: 'fallo' }], outcome: 'http-error', why: 'La fuente falló', said: 'mensaje' },
  ],
  success: [{ path: 'estado', is: 'listo' }],
  said: 'mensaje',
  same: [{ path: 'vehiculo.placa', as: 'plate' }],
  lists: [
    {
      path: 'multas',
      plate: 'placa',
      ignored: [{ path: 'situacion', says: 'cancelada' }],
      paid: [{ path: 'situacion', says: ['pagada', 'cubierta'] }],
      debts: [
        { type: 1, when: [{ path: 'clase', is: 'T' }] },
        { type: 7, when: [{ path: 'clase', is: 'A' }], name: 'Multas verdes' },
      ],
      folio: ['folio', 'otro'],
      description: 'Multa {clase}: {motivos[].texto}',
      dateTime: { path: 'fecha', format: 'yyyymmdd' },
      amounts: { units: 'sancion', surcharge: ['recargo'] },
      paymentLine: 'linea',
      paymentLineDueDate: { path: 'vence', format: 'dd/mm/yyyy' },
    },
    {
      path: 'tenencias',
      mayBeNull: true,
      debts: [{ type: 0 }],
      description: 'Tenencia {anio}',
      amounts: { subTotal: 'importe', discount: 'descuento', total: 'total' },
    },
  ],
  sum: { count: 'cuantos' },
  statuses: [
    {
      type: 5,
      path: 'poliza.estado',
      texts: { Vigente: 6, 'No vigente': 8 },
      until: { path: 'poliza.hasta', past: 8 },
      name: 'Seguro',
      notes: [{ label: 'Aseguradora', path: 'poliza.empresa' }],
    },
  ],
  registration: { foundBy: 'plate', fields: { plate: 'vehiculo.placa', year: 'vehiculo.anio' } },
  evidence: [{ name: 'Comprobante', path: 'comprobante' }],
  files: [{ name: 'Constancia.pdf', path: 'pdf' }],
  known: ['folio'],
}

/** One question for all the vehicles of a holder, that does not say how a known holder shows. */
export const BY_HOLDER = {
  ...EXAMPLE,
  key: 'mx-propietario',
  criteria: 'taxIdentifier',
  types: [1, 7],
  inputs: ['plate', 'vin', 'taxIdentifier'],
  same: [{ path: 'rfc', as: 'taxIdentifier' }],
  lists: [EXAMPLE.lists[0]],
  sum: undefined,
  statuses: undefined,
}

export const BODY = {
  estado: 'listo',
  cuantos: 3,
  vehiculo: { placa: 'FAA-123-A', anio: 2024 },
  multas: [
    {
      placa: 'FAA123A',
      situacion: 'Pendiente',
      clase: 'T',
      folio: null,
      otro: 'M-1',
      motivos: [{ texto: 'Alto' }, { texto: 'Giro' }],
      fecha: '20260210',
      sancion: '10 UNIDADES DE CUENTA',
      recargo: '5.10',
      linea: 'L1',
      vence: '31/03/2026',
    },
    {
      placa: 'FAA123A',
      situacion: 'Pagada',
      clase: 'T',
      folio: 'M-2',
      otro: null,
      motivos: [],
      fecha: '20250101',
      sancion: '5 UMA',
      recargo: '0',
      linea: null,
    },
    { placa: 'FAA123A', situacion: 'Cancelada', clase: 'A' },
    {
      placa: 'FAA123A',
      situacion: 'Pendiente',
      clase: 'A',
      folio: 'M-4',
      otro: null,
      motivos: [],
      fecha: '20260301',
      sancion: '2',
      recargo: '0',
      linea: null,
    },
  ],
  tenencias: [{ anio: 2026, importe: '$1,000.00', descuento: 100, total: '900.00' }],
  poliza: { estado: 'VIGENTE', hasta: '2026-12-31', empresa: 'Seguros Ficticios' },
  comprobante: '/papel/1',
  pdf: 'JVBERi0=',
}

export const answer = (body: unknown, status = 200): RawAnswer => ({
  request: 'GET /v1/consultas/7',
  status,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  origin: 'https://ejemplo.mx',
})
export const ACCEPTED = answer({ folio: 'c-7' }, 202)

/** An HTTP client with fixed answers, each with these cookies; it records the requests and the waits. */
export function clientWith(replies: readonly RawAnswer[], credential = 'id:secreto', cookies = '') {
  const queries: PortalRequest[] = []
  const waits: number[] = []
  const left = [...replies]
  const client: PortalClient = {
    credential,
    callback: 'https://padron.example/api/avisos/abc',
    wait: async (milliseconds) => void waits.push(milliseconds),
    request: async (request) => {
      queries.push(request)
      request.onCookies?.(cookies)
      return left.shift() ?? answer({ vacio: true }, 500)
    },
  }
  return { client, queries, waits }
}
