// How each portal is asked, as a row: what the page's «Probar» sends, with the demonstration's own credentials.

import { credentials } from '../credentials.ts'
import { avit, avitToken } from '../portals/avit.ts'
import { formState } from '../portals/nl-icv.ts'
import { rapidapiHost } from '../portals/rapidapi.ts'

export type Question = { plate: string; vin: string; nit: string; base: string }
export type Sample = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  payload?: string | object
}

const key = (provider: keyof typeof credentials): Record<string, string> => ({
  [credentials[provider].header]: credentials[provider].value,
})
const form = (url: string, fields: Record<string, string>): Sample => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
})
const json = (url: string, payload: object, headers: Record<string, string> = {}): Sample => ({
  method: 'POST',
  url,
  headers,
  payload,
})
const get = (url: string, query: Record<string, string>, headers: Record<string, string> = {}): Sample => ({
  method: 'GET',
  url: `${url}?${new URLSearchParams(query)}`,
  headers,
})

export const samples: Readonly<Record<string, (question: Question) => Sample>> = {
  nubarium: ({ plate, vin }) =>
    json('/nubarium/mex/services/v1/validate-repuve', { placa: plate, vin }, key('nubarium')),
  msla: ({ vin }) => json('/msla/check-vehicle-legal', { vin }, key('msla')),
  'verifik-mx': ({ plate }) => get('/verifik/v2/mx/vehiculo/placa', { plate }, key('verifik')),
  'verifik-simit': ({ plate }) => get('/verifik/v2/co/simit/consultar/placa', { plate }, key('verifik')),
  'verifik-runt': ({ plate, nit }) =>
    get('/verifik/v2/co/runt/vehicle-by-plate', { plate, documentType: 'NIT', documentNumber: nit }, key('verifik')),
  apitude: ({ plate }) => json('/apitude/api/v1.0/requests/adeudos-mx/', { license_plate: plate }, key('apitude')),
  'nl-icv': ({ plate }) => form('/nl/EstadodeCuenta', { ...formState(), txtPlaca: plate }),
  coahuila: ({ plate, vin }) => form('/coahuila/pagafacilV2/epago/cv/consulta', { placa: plate, serie: vin }),
  'cdmx-tenencia': ({ plate }) => form('/cdmx/formato_lc/lc_new/tenencia/calculo/validaPlaca', { placa: plate }),
  'cdmx-infracciones': ({ plate }) => form('/cdmx/sma/Consultaciudadana', { placa: plate }),
  'repuve-portal': ({ plate, vin }) => form('/repuve/consulta', { placa: plate, niv: vin }),
  rapidapi: ({ plate, vin }) =>
    json('/rapidapi/consulta', { placas: plate, niv: vin }, { ...key('rapidapi'), ...rapidapiHost }),
  'webhook-example': ({ plate, vin, base }) =>
    json('/webhook-example/vehicle', { plate, vin, callbackUrl: `${base}/__control/inbox` }, key('webhook-example')),
  placapi: ({ plate, nit }) =>
    json('/placapi/multas', { placa: plate, docType: 'NIT', docNumber: nit }, key('placapi')),
  'placapi-runt': ({ plate, nit }) =>
    json('/placapi/consulta', { placa: plate, docType: 'NIT', docNumber: nit }, key('placapi')),
  'placapi-mx': ({ plate }) => json('/placapi/vehiculo-mx', { placa: plate }, key('placapi')),
  'runt-portal': ({ plate, nit }) =>
    json('/runt/consulta', { placa: plate, tipoDocumento: 'NIT', numeroDocumento: nit }),
  avit: ({ plate }) => json(avit.path, { placa: plate }, { authorization: `Bearer ${avitToken()}` }),
  'datos-gov-co': ({ plate }) =>
    get('/socrata/resource/72nf-y4v3.json', { $where: `upper(placa)='${plate}'`, $limit: '100' }),
}
