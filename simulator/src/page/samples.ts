// A sample query for each portal, which the page's «Probar» sends with the demonstration's credentials.
import { credentials } from '../credentials.ts'
import { avit, avitSession } from '../portals/avit.ts'
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
  'verifik-mx': ({ plate }) => get('/verifik/v2/mx/vehiculo/placa', { plate }, key('verifik')),
  'verifik-simit': ({ plate }) => get('/verifik/v2/co/simit/consultar/placa', { plate }, key('verifik')),
  'verifik-runt': ({ plate, nit }) =>
    get('/verifik/v2/co/runt/vehicle-by-plate', { plate, documentType: 'NIT', documentNumber: nit }, key('verifik')),
  apitude: ({ plate }) => json('/apitude/api/v1.0/requests/adeudos-mx/', { license_plate: plate }, key('apitude')),
  'apitude-runt': ({ plate }) =>
    json(
      '/apitude/api/v1.0/requests/runt-vehicle-co/',
      { document_type: 'placa', document_number: plate },
      key('apitude'),
    ),
  rapidapi: ({ plate, vin }) =>
    json('/rapidapi/consulta', { placas: plate, niv: vin }, { ...key('rapidapi'), ...rapidapiHost }),
  'webhook-example': ({ plate, vin, base }) =>
    json('/webhook-example/vehicle', { plate, vin, callbackUrl: `${base}/__control/inbox` }, key('webhook-example')),
  placapi: ({ plate, nit }) =>
    json('/placapi/multas', { placa: plate, docType: 'NIT', docNumber: nit }, key('placapi')),
  'placapi-runt': ({ plate, nit }) =>
    json('/placapi/consulta', { placa: plate, docType: 'NIT', docNumber: nit }, key('placapi')),
  'placapi-mx': ({ plate }) => json('/placapi/vehiculo-mx', { placa: plate }, key('placapi')),
  avit: ({ plate }) =>
    json(
      avit.path,
      { criterio: plate, response: '', tipoConsulta: '0', idTipoIdentificacion: '' },
      { cookie: avitSession() },
    ),
  'datos-gov-co': ({ plate }) =>
    get('/socrata/resource/72nf-y4v3.json', { $where: `upper(placa)='${plate}'`, $limit: '100' }),
}
