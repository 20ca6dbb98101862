// Parses a page of a bucket's list (ListObjectsV2): keys with the time they were written, and the token of the next
// page.
import { SaxesParser } from 'saxes'

export type S3List = { found: { name: string; at: Date }[]; next: string | undefined }

/** @throws Error if it is not XML */
export const readS3List = (xml: string): S3List => {
  const found: S3List['found'] = []
  const fields = new Map<string, string>()
  let next: string | undefined
  let text = ''
  const parser = new SaxesParser({ position: false })
  parser.on('doctype', () => {
    throw new Error('the list of the S3 store declares entities')
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', () => {
    text = ''
  })
  parser.on('text', (piece) => {
    text += piece
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'Contents')
      found.push({ name: fields.get('Key') ?? '', at: new Date(fields.get('LastModified') ?? '') })
    else if (name === 'NextContinuationToken') next = text
    else fields.set(name, text)
  })
  parser.write(xml).close()
  return { found, next }
}
