// The headers of a file to be saved: its name in both spellings, and nothing that a browser could take for a page.
import { normalize } from '@padron/contract/normalize'

/** @param name as a person reads it; what a header cannot hold is replaced in the plain spelling */
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
