// The document's text for every call besides its own sentence: who may make it, and how to send it. It is derived from
// the call's row, so that it always matches the service.
import type { Call } from '@padron/contract/call'
import { PASSWORD_ENCRYPTION } from './password-encryption.ts'

const whoMay = ({ needs, person, scope }: Call): string[] => {
  if (needs === 'public') return ['Sin sesión.']
  return [
    needs === 'session' ? 'Cualquier sesión.' : `Permiso: ${[needs].flat().join(' o ')}.`,
    person ? 'Solo con una sesión: no admite el token de un programa.' : '',
    scope === 'vehicles' ? 'Quien ve una parte de los vehículos trabaja con los suyos.' : '',
    scope === undefined ? 'Quien ve una parte de los vehículos no la puede pedir (403).' : '',
  ]
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`

const howSent = ({ method, reads, byQuery, multipart, file }: Call): string[] => [
  reads && method !== 'GET' ? 'Solo lee.' : '',
  byQuery ? 'Lo mismo puede ir en la dirección en vez del cuerpo.' : '',
  file ? `El cuerpo es el archivo, de ${megabytes(file.bytes)} como máximo.` : '',
  multipart ? `Va como multipart/form-data, con un solo archivo, de ${megabytes(multipart.bytes)} como máximo.` : '',
]

/** Further explanation, by call. */
const EXPLAINED: Readonly<Record<string, string>> = { 'identity.passwordKey': PASSWORD_ENCRYPTION }

export const describeCall = (call: Call): string => {
  const sentences = [...whoMay(call), ...howSent(call)].filter((sentence) => sentence !== '').join(' ')
  const explained = EXPLAINED[call.name]
  return explained ? `${sentences}\n\n${explained}` : sentences
}
