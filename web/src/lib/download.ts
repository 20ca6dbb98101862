// Takes a file from a signed address: the server says that it is a file to keep, so the page stays where it is.
import { isWebAddress } from './web-address.ts'

export const downloadFrom = (url: string): void => {
  if (!isWebAddress(url)) return
  const link = Object.assign(document.createElement('a'), { href: url, download: '' })
  document.body.append(link)
  link.click()
  link.remove()
}
