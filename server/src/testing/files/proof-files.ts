// Small files that match their type, and some that do not.
export const PDF = Buffer.from(
  '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
)
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
export const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
export const HTML = Buffer.from('<!doctype html><script>alert(1)</script>')

/** A PNG whose header claims this size and which holds next to nothing. */
export const hollowPng = (width: number, height: number): Buffer => {
  const chunk = (name: string, content: Buffer) => {
    const made = Buffer.alloc(12 + content.length)
    made.writeUInt32BE(content.length, 0)
    made.write(name, 4, 'latin1')
    content.copy(made, 8)
    return made
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(20)), chunk('IEND', Buffer.alloc(0))])
}
