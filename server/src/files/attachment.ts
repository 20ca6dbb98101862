// The headers of a file download: the name in both encodings, and protection against use of the file as a page.
import { normalize } from '@padron/contract/normalize'

/** @param name the displayed name; in the plain encoding, characters that a header cannot contain are replaced */
export const attachment = (name: string, type: string): Record<string, string> => {
  const plain = normalize(name, 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return {
    'content-type': type,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${whole}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  }
}
