// From a template of settings to a request. What is known of the vehicle is reduced to letters, digits, & and - before it
// is put in, and encoded where it goes into a path: it cannot leave its place. The address itself is the door's business.
import { normalize } from '@padron/contract/normalize'
import { readNit } from '@padron/contract/tax-ids'
import type { PortalRequest, Subject } from '../connector.ts'
import { documentTypeOf } from '../parsing/colombian-document.ts'
import { bareIdentifier } from '../parsing/text.ts'
import type { Definition } from './definition.ts'

const bare = (text: string): string => normalize(text, 'NFC').replace(/[^\p{L}\p{N}&-]/gu, '')

/** The holder's number as sources ask for it: a NIT without its check digit, an RFC as it is. */
const digitsOf = (taxIdentifier: string | null): string => {
  const text = bare(taxIdentifier ?? '')
  return /^\d+(-\d)?$/.test(text) ? (readNit(text).value.split('-')[0] ?? '') : text
}

// biome-ignore format: a table to be read by columns
export const PLACEHOLDERS = {
  plate:                  { needs: 'plate',         value: ({ plate }) => bare(plate) },
  'plate.alphanumeric':   { needs: 'plate',         value: ({ plate }) => bareIdentifier(plate) },
  vin:                    { needs: 'vin',           value: ({ vin }) => bare(vin) },
  vinLast5:               { needs: 'vin',           value: ({ vin }) => bare(vin).slice(-5) },
  stateId:                { needs: 'stateId',       value: ({ stateId }) => String(stateId) },
  taxIdentifier:          { needs: 'taxIdentifier', value: ({ taxIdentifier }) => bare(taxIdentifier ?? '') },
  'taxIdentifier.digits': { needs: 'taxIdentifier', value: ({ taxIdentifier }) => digitsOf(taxIdentifier) },
  'taxIdentifier.documentType': { needs: 'taxIdentifier', value: ({ taxIdentifier }) => (digitsOf(taxIdentifier) ? documentTypeOf(digitsOf(taxIdentifier)) : '') },
  callback:               { needs: null,            value: (_subject, callback) => callback },
} as const satisfies Record<string, { needs: keyof Subject | null; value: (subject: Subject, callback: string) => string }>
export type Placeholder = keyof typeof PLACEHOLDERS
export const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name)

const HOLE = /\{([^{}]*)\}/g
/** The names between braces in every text of a template, however deep. */
export const placeholdersIn = (template: unknown): string[] => {
  if (typeof template === 'string') return [...template.matchAll(HOLE)].map(([, name]) => name ?? '')
  if (typeof template !== 'object' || template === null) return []
  return Object.values(template).flatMap(placeholdersIn)
}

type FieldValue = (name: Placeholder) => string

const fill = (template: string, fieldValue: FieldValue, encode: (text: string) => string = (text) => text): string =>
  template.replace(HOLE, (hole, name: string) => (isPlaceholder(name) ? encode(fieldValue(name)) : hole))

const fillAll = <T>(template: T, fieldValue: FieldValue): T => {
  if (typeof template === 'string') return fill(template, fieldValue) as T
  if (Array.isArray(template)) return template.map((one) => fillAll(one, fieldValue)) as T
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, fillAll(one, fieldValue)])) as T
}

/** @param authorization the headers that say who asks */
export const requestOf = (
  { method, path, query, headers, json, form }: Definition['request'],
  subject: Subject,
  callback: string,
  authorization: Record<string, string>,
): PortalRequest => {
  const fieldValue: FieldValue = (name) => PLACEHOLDERS[name].value(subject, callback)
  return {
    method,
    path: fill(path, fieldValue, encodeURIComponent),
    headers: { ...headers, ...authorization },
    ...(query ? { query: fillAll(query, fieldValue) } : {}),
    ...(json === undefined ? {} : { json: fillAll(json, fieldValue) }),
    ...(form ? { form: fillAll(form, fieldValue) } : {}),
  }
}

/** Whether what the template asks by is there: a tax identifier that is none leaves nothing to ask. */
export const canAsk = ({ request }: Definition, subject: Subject): boolean =>
  placeholdersIn(request).every(
    (name) => name === 'callback' || (isPlaceholder(name) && PLACEHOLDERS[name].value(subject, '') !== ''),
  )
