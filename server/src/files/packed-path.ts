// A request inside a signed address: compressed, because an address must be short, and limited when decompressed.
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const INFLATED_AT_MOST = 1_000_000

export const pack = (wanted: unknown): string => deflateRawSync(JSON.stringify(wanted)).toString('base64url')

/** @returns undefined if it is not a result of `pack` */
export const unpack = (packed: string): unknown => {
  try {
    const bytes = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: INFLATED_AT_MOST })
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
