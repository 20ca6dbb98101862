// A request inside a signed address: packed, because an address must be short; its size is bounded when unpacked.
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const INFLATED_AT_MOST = 1_000_000

export const pack = (wanted: unknown): string => deflateRawSync(JSON.stringify(wanted)).toString('base64url')

/** @returns undefined where it is not what `pack` made */
export const unpack = (packed: string): unknown => {
  try {
    const bytes = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: INFLATED_AT_MOST })
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
