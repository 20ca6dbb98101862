// A logo as it is chosen: refused at once where it is no JPEG or PNG of the size allowed, else read, to be shown and sent.
import { LOGO_BYTES, LOGO_REFUSED } from '@padron/contract/email-settings'
import type { NewLogo } from './letter-values.ts'

/** As the server takes the file's extension. */
const FORMATS: Readonly<Record<string, string>> = { jpeg: '.jpeg', jpg: '.jpeg', png: '.png' }
const formatOf = (name: string): string | undefined => FORMATS[name.toLowerCase().split('.').pop() ?? '']

export const logoFault = (files: readonly Pick<File, 'name' | 'size'>[]): string | undefined => {
  const [file, ...others] = files
  const fits = file && others.length === 0 && formatOf(file.name) && file.size > 0 && file.size <= LOGO_BYTES
  return fits ? undefined : LOGO_REFUSED
}

export const readLogo = (file: File): Promise<NewLogo> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => {
      const { name, size } = file
      resolve({ name, size, dataUrl: String(reader.result), format: formatOf(name) ?? '' })
    }
    reader.readAsDataURL(file)
  })
