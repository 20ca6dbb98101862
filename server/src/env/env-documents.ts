// The settings of documents: store, virus scanner, maximum size, and quota.
import { DOCUMENT_BYTES } from '@padron/contract/rules/document-rules'
import { z } from 'zod/mini'
import type { S3Place } from '../files/contents/s3-request.ts'

const MB = 1_048_576
const GB = 1_024 * MB
const LARGEST_MB = DOCUMENT_BYTES / MB
const QUOTA_MOST_GB = 100_000

const isServer = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.search && !url.hash
}
const whole = (name: string, most: number, otherwise: number) =>
  z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (text) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= most,
            `${name} debe ser un número entero entre 1 y ${most}`,
          ),
        ),
      z.transform(Number),
    ),
    otherwise,
  )
const matchingText = (pattern: RegExp, cause: string) => z.string().check(z.regex(pattern, cause))

export const documentSettings = {
  PADRON_S3_ENDPOINT: z.optional(
    z
      .string()
      .check(z.refine(isServer, 'PADRON_S3_ENDPOINT debe ser una dirección http o https, sin el nombre del bucket')),
  ),
  PADRON_S3_BUCKET: z.optional(
    matchingText(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'PADRON_S3_BUCKET debe ser el nombre de un bucket: de 3 a 63 minúsculas, dígitos, puntos y guiones',
    ),
  ),
  PADRON_S3_REGION: z._default(
    matchingText(/^[a-z0-9-]{1,40}$/, 'PADRON_S3_REGION debe ser una región, como us-east-1'),
    'us-east-1',
  ),
  PADRON_S3_KEY_ID: z.optional(matchingText(/^[!-~]{1,200}$/, 'PADRON_S3_KEY_ID no puede llevar espacios')),
  PADRON_S3_SECRET: z.optional(matchingText(/^[!-~]{1,500}$/, 'PADRON_S3_SECRET no puede llevar espacios')),
  PADRON_S3_PREFIX: z._default(
    matchingText(/^(?:[\w-]+(?:\/[\w-]+)*\/?)?$/, 'PADRON_S3_PREFIX debe ser una carpeta, como padron/documentos'),
    '',
  ),
  PADRON_CLAMAV: z.optional(
    matchingText(
      /^(?:[\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}$/,
      'PADRON_CLAMAV debe ser servidor:puerto, como 127.0.0.1:3310',
    ),
  ),
  PADRON_DOCUMENT_MB: whole('PADRON_DOCUMENT_MB', LARGEST_MB, LARGEST_MB),
  PADRON_COMPANY_GB: whole('PADRON_COMPANY_GB', QUOTA_MOST_GB, 20),
}

export type DocumentSettings = {
  /** An S3 store; undefined: a folder of the data directory. */
  s3: S3Place | undefined
  /** The anti-virus scanner; undefined: files are not scanned. */
  clamav: { host: string; port: number } | undefined
  /** Maximum size of a document. */
  largestBytes: number
  /** Maximum total size of one company's documents. */
  quotaBytes: number
}

type Read = z.output<z.ZodMiniObject<typeof documentSettings>>
const NEEDED = ['PADRON_S3_ENDPOINT', 'PADRON_S3_BUCKET', 'PADRON_S3_KEY_ID', 'PADRON_S3_SECRET'] as const

/** Either all of them are set or none. */
const placeOf = (read: Read, fault: (text: string) => Error): S3Place | undefined => {
  const missing = NEEDED.filter((name) => read[name] === undefined)
  if (missing.length === NEEDED.length) return undefined
  const { PADRON_S3_ENDPOINT, PADRON_S3_BUCKET, PADRON_S3_KEY_ID, PADRON_S3_SECRET } = read
  if (!PADRON_S3_ENDPOINT || !PADRON_S3_BUCKET || !PADRON_S3_KEY_ID || !PADRON_S3_SECRET)
    throw fault(
      `${missing.join(', ')}: para guardar documentos en S3 hacen falta ${NEEDED.join(', ')}; o ninguno de ellos`,
    )
  const prefix = read.PADRON_S3_PREFIX.replace(/(?<!\/)\/*$/, '/')
  return {
    endpoint: PADRON_S3_ENDPOINT,
    region: read.PADRON_S3_REGION,
    bucket: PADRON_S3_BUCKET,
    accessKeyId: PADRON_S3_KEY_ID,
    secretAccessKey: PADRON_S3_SECRET,
    prefix: prefix === '/' ? '' : prefix,
  }
}

const scannerOf = (text: string | undefined, fault: (text: string) => Error): DocumentSettings['clamav'] => {
  if (text === undefined) return undefined
  const colon = text.lastIndexOf(':')
  const port = Number(text.slice(colon + 1))
  if (port < 1 || port > 65_535) throw fault('PADRON_CLAMAV: el puerto debe estar entre 1 y 65535')
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port }
}

/** @param fault creates the error that stops the start */
export const readDocumentSettings = (read: Read, fault: (text: string) => Error): DocumentSettings => ({
  s3: placeOf(read, fault),
  clamav: scannerOf(read.PADRON_CLAMAV, fault),
  largestBytes: read.PADRON_DOCUMENT_MB * MB,
  quotaBytes: read.PADRON_COMPANY_GB * GB,
})
