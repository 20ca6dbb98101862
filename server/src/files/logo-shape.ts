// What a picture says of itself before anything decodes it: whether it is a PNG or a JPEG, whole, of one picture and
// nothing behind it.
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

export type Shape = { is: 'png' | 'jpeg'; whole: boolean; animated: boolean }

/** Length, name, content, checksum; `IEND` is the last. */
const pngShape = (bytes: Buffer): Shape => {
  let at = PNG.length
  let animated = false
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    at += length + 12
    if (name === 'acTL') animated = true
    if (name === 'IEND') return { is: 'png', whole: at === bytes.length, animated }
  }
  return { is: 'png', whole: false, animated }
}

/** Cameras fill the end with zeros. */
const jpegShape = (bytes: Buffer): Shape => {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  return { is: 'jpeg', whole: bytes[end - 2] === 0xff && bytes[end - 1] === 0xd9, animated: false }
}

/** @returns undefined where it is neither */
export const shapeOf = (bytes: Buffer): Shape | undefined => {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return pngShape(bytes)
  return bytes.subarray(0, JPEG.length).equals(JPEG) ? jpegShape(bytes) : undefined
}
