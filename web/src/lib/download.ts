// Downloads a file from a signed address: the server sends it as an attachment, so the page stays.
import { isWebAddress } from './web-address.ts'

export const downloadFrom = (url: string): void => {
  if (!isWebAddress(url)) return
  const link = Object.assign(document.createElement('a'), { href: url, download: '' })
  document.body.append(link)
  link.click()
  link.remove()
}
