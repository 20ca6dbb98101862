// Cleans a file name that a user gave: the result is one visible line, cannot be a path, a device, a control character
// or a change of writing direction, and has the extension of the file's media type.
import { normalize } from '@padron/contract/normalize'
import { DOCUMENT_FILES } from '@padron/contract/rules/document-rules'

const ENDINGS = new Map<string, readonly string[]>(DOCUMENT_FILES.map(({ type, endings }) => [type, endings]))
const NAME_AT_MOST = 200
/** No file system has longer names; of a longer name the end is used, because of its extension. */
const READ_AT_MOST = 1_000
/** Names that Windows reserves for devices, whatever follows their first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?=\.|$)/i

/** Uses the last part of a path. @param otherwise the name if no character is left */
export const cleanName = (given: string, mediaType: string, otherwise = 'evidencia'): string => {
  const endings = ENDINGS.get(mediaType) ?? []
  const last = normalize(given.slice(-READ_AT_MOST).toWellFormed(), 'NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
    .replace(DEVICE, '_$&')
  const dot = visible.lastIndexOf('.')
  const known = dot > 0 && endings.includes(visible.slice(dot + 1).toLowerCase())
  const ending = known ? visible.slice(dot) : `.${endings[0] ?? 'bin'}`
  const stem = (known ? visible.slice(0, dot) : visible) || otherwise
  return (
    [...stem]
      .slice(0, NAME_AT_MOST - ending.length)
      .join('')
      .slice(0, NAME_AT_MOST - ending.length)
      .toWellFormed() + ending
  )
}
