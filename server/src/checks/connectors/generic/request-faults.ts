// Validates the requests of settings: placeholders without their input, paths that leave the source's address, and
// credentials in places that are stored.
import { CREDENTIAL_PARTS } from './authorization.ts'
import type { Definition } from './definition.ts'
import { type Fault, fault } from './faults.ts'
import { isPlaceholder, PLACEHOLDERS, placeholdersIn } from './request.ts'

const HEADERS =
  /^(host|content-length|content-type|transfer-encoding|connection|cookie|authorization|expect|upgrade|te|trailer)$/i
const PATH = /^\/(?!\/)[^\s?#\\]*$/

const pathFaults = (where: string, path: string): Fault[] => {
  const still = path.replace(/\{[^{}]*\}/g, 'x')
  const leaves = still.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part))
  return PATH.test(still) && !leaves && !still.slice(1).includes('//')
    ? []
    : [fault(where, 'Empieza con «/» y no lleva «..», «//», «?» ni «#»')]
}

/** The credential of a login goes into its body or its Basic header. */
function loginFaults({ auth }: Definition): Fault[] {
  if (auth.type !== 'login') return []
  const names = placeholdersIn(auth.json)
  const parts = Object.keys(CREDENTIAL_PARTS)
  const unknown = names.filter((name) => !parts.includes(name))
  return [
    ...unknown.map((name) => fault('auth.json', `«{${name}}» no existe; hay ${parts.join(', ')}`)),
    ...(names.length > 0 || auth.basic ? [] : [fault('auth', 'Falta la credencial: en «json» o con «basic»')]),
  ]
}

export function requestFaults(definition: Definition): Fault[] {
  const { request, auth, delivery, inputs } = definition
  const { path, query, headers = {}, json, form } = request
  const named = [
    ...placeholdersIn(path).map((name) => ['request.path', name]),
    ...placeholdersIn(query).map((name) => ['request.query', name]),
    ...placeholdersIn(json).map((name) => ['request.json', name]),
    ...placeholdersIn(form).map((name) => ['request.form', name]),
  ] as const
  const unknown = named.flatMap(([where = '', name = '']) => {
    if (!isPlaceholder(name))
      return [fault(where, `«{${name}}» no existe; hay ${Object.keys(PLACEHOLDERS).join(', ')}`)]
    const { needs } = PLACEHOLDERS[name]
    return needs === null || inputs.includes(needs) ? [] : [fault(where, `«{${name}}» necesita «${needs}» en «inputs»`)]
  })
  const callback = named.filter(([, name]) => name === 'callback').map(([where]) => where)
  const names = Object.keys(headers)
  return [
    ...unknown,
    ...pathFaults('request.path', path),
    ...(json !== undefined && form ? [fault('request', 'Lleva «json» o «form», no ambos')] : []),
    ...(request.method === 'GET' && (json !== undefined || form)
      ? [fault('request', 'Una consulta GET no lleva cuerpo')]
      : []),
    ...names.flatMap((name) =>
      HEADERS.test(name) || !/^[A-Za-z0-9-]+$/.test(name)
        ? [fault(`request.headers.${name}`, 'Ese encabezado no se puede fijar')]
        : [],
    ),
    ...names.flatMap((name) =>
      /^[\x20-\x7e]*$/.test(headers[name] ?? '') && placeholdersIn(headers[name]).length === 0
        ? []
        : [fault(`request.headers.${name}`, 'Los encabezados son texto fijo, sin marcas')],
    ),
    ...(auth.type === 'header' &&
    (!/^[A-Za-z0-9-]+$/.test(auth.name) || /^(host|content-length|connection)$/i.test(auth.name))
      ? [fault('auth.name', 'No es el nombre de un encabezado')]
      : []),
    ...loginFaults(definition),
    ...(auth.type === 'oauth2' || auth.type === 'login'
      ? [
          ...pathFaults('auth.path', auth.path),
          ...(placeholdersIn(auth.path).length ? [fault('auth.path', 'No lleva marcas')] : []),
        ]
      : []),
    ...(callback.some((where) => where !== 'request.json' && where !== 'request.form')
      ? [fault('request', '«{callback}» va sólo en «json» o «form»: es secreta y una dirección se guarda')]
      : []),
    ...(delivery.type === 'webhook' && callback.length === 0
      ? [fault('request', 'Falta «{callback}»: la fuente no sabría a dónde responder')]
      : []),
    ...(delivery.type !== 'webhook' && callback.length > 0
      ? [fault('request', '«{callback}» es sólo para «delivery.type»: «webhook»')]
      : []),
    ...(delivery.type === 'poll' && (delivery.pending === undefined) === (delivery.finished === undefined)
      ? [fault('delivery', 'Lleva «pending» o «finished», y sólo uno')]
      : []),
    ...(delivery.type === 'poll'
      ? [
          ...pathFaults('delivery.path', delivery.path),
          ...(placeholdersIn(delivery.path).join() === 'id'
            ? []
            : [fault('delivery.path', 'Lleva «{id}» una vez y ninguna otra marca')]),
        ]
      : []),
  ]
}
