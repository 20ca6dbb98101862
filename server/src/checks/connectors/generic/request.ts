// Fills a request template. Vehicle data are reduced to letters, digits, & and - and encoded in paths, so that they
// cannot change the path. The HTTP client checks the address.
import { normalize } from '@padron/contract/normalize'
import { holderDocument, splitDocument } from '@padron/contract/rules/tax-ids'
import type { PortalRequest, Subject, SubjectField } from '../connector.ts'
import { bareIdentifier } from '../parsing/text.ts'
import type { Definition } from './definition.ts'

const bare = (text: string): string => normalize(text, 'NFC').replace(/[^\p{L}\p{N}&-]/gu, '')

/** The holder's number in the form that sources expect: a NIT without its check digit, an RFC unchanged. */
const documentOf = ({ taxIdentifier, holderDocumentType }: Subject): { type: string; number: string } =>
  holderDocument(taxIdentifier ?? '', holderDocumentType) ?? { type: '', number: bare(taxIdentifier ?? '') }

export const PLACEHOLDERS = {
  plate: { needs: 'plate', value: ({ plate }) => bare(plate) },
  'plate.alphanumeric': { needs: 'plate', value: ({ plate }) => bareIdentifier(plate) },
  vin: { needs: 'vin', value: ({ vin }) => bare(vin) },
  vinLast5: { needs: 'vin', value: ({ vin }) => bare(vin).slice(-5) },
  stateId: { needs: 'stateId', value: ({ stateId }) => String(stateId) },
  taxIdentifier: {
    needs: 'taxIdentifier',
    value: ({ taxIdentifier }) => bare(splitDocument(taxIdentifier ?? '').number),
  },
  'taxIdentifier.digits': { needs: 'taxIdentifier', value: (subject) => documentOf(subject).number },
  'taxIdentifier.documentType': { needs: 'taxIdentifier', value: (subject) => documentOf(subject).type },
  callback: { needs: null, value: (_subject, callback) => callback },
} as const satisfies Record<
  string,
  { needs: SubjectField | null; value: (subject: Subject, callback: string) => string }
>
export type Placeholder = keyof typeof PLACEHOLDERS
export const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name)

const HOLE = /\{([^{}]*)\}/g
/** The names between braces in every text of a template, at any depth. */
export const placeholdersIn = (template: unknown): string[] => {
  if (typeof template === 'string') return [...template.matchAll(HOLE)].map(([, name]) => name ?? '')
  if (typeof template !== 'object' || template === null) return []
  return Object.values(template).flatMap(placeholdersIn)
}

/** The text for a name between braces; undefined for an unknown name, which stays unchanged. */
type TextOf = (name: string) => string | undefined

const fill = (template: string, textOf: TextOf, encode: (text: string) => string = (text) => text): string =>
  template.replace(HOLE, (hole, name: string) => {
    const value = textOf(name)
    return value === undefined ? hole : encode(value)
  })

/** A copy of a template with the names in all its texts replaced, at any depth. */
export const fillAll = <T>(template: T, textOf: TextOf): T => {
  if (typeof template === 'string') return fill(template, textOf) as T
  if (Array.isArray(template)) return template.map((one) => fillAll(one, textOf)) as T
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, fillAll(one, textOf)])) as T
}

/** @param authorization the headers of the credential */
export const requestOf = (
  { method, path, query, headers, json, form }: Definition['request'],
  subject: Subject,
  callback: string,
  authorization: Record<string, string>,
): PortalRequest => {
  const fieldValue: TextOf = (name) => (isPlaceholder(name) ? PLACEHOLDERS[name].value(subject, callback) : undefined)
  return {
    method,
    path: fill(path, fieldValue, encodeURIComponent),
    headers: { ...headers, ...authorization },
    ...(query ? { query: fillAll(query, fieldValue) } : {}),
    ...(json === undefined ? {} : { json: fillAll(json, fieldValue) }),
    ...(form ? { form: fillAll(form, fieldValue) } : {}),
  }
}

/** Whether the vehicle has all inputs of the template; an invalid tax identifier does not count. */
export const canAsk = ({ request }: Definition, subject: Subject): boolean =>
  placeholdersIn(request).every(
    (name) => name === 'callback' || (isPlaceholder(name) && PLACEHOLDERS[name].value(subject, '') !== ''),
  )
