// The size of a file, in the units of its limit.
import { numberText, tenthsText } from './number-text.ts'

const KB = 1024
const MB = 1_048_576

const megabytes = (bytes: number): string => tenthsText(bytes / MB)

/** '3.2 MB', '840 KB' */
export const sizeText = (bytes: number): string =>
  bytes >= MB ? `${megabytes(bytes)} MB` : `${numberText(Math.max(1, Math.round(bytes / KB)))} KB`

/** In units of a thousand, as the files of captures and imports are displayed. */
export const decimalSizeText = (bytes: number): string =>
  bytes >= 1_000_000 ? `${tenthsText(bytes / 1_000_000)} MB` : `${numberText(Math.max(1, Math.round(bytes / 1000)))} KB`

/** '12.5 de 200 MB'. @param part from 0 to 1 */
export const sentText = (part: number, bytes: number): string =>
  bytes >= MB
    ? `${megabytes(part * bytes)} de ${megabytes(bytes)} MB`
    : `${Math.floor(part * 100)} % de ${sizeText(bytes)}`
