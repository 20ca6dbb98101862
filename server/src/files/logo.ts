// A company's logo for storage: decoded and re-encoded by the server, small, upright, without metadata. Uploaded bytes
// are never served.
import { LOGO_BYTES, LOGO_PIXELS, LOGO_REFUSED } from '@padron/contract/email-settings'
import { numberText } from '@padron/contract/texts/count-of'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { type HttpProblem, refuse } from '../errors/http-problem.ts'
import { pictureFault } from './picture-size.ts'
import { inPictureTurn } from './small-picture.ts'

// Checks of a picture before any decoder reads it: whether it is a PNG or a JPEG, complete, a single picture, and
// without data after it.
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

type Shape = { is: 'png' | 'jpeg'; whole: boolean; animated: boolean }

/** A PNG chunk has length, name, content and checksum; `IEND` is the last. */
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

/** Cameras may append zeros. */
const jpegShape = (bytes: Buffer): Shape => {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  return { is: 'jpeg', whole: bytes[end - 2] === 0xff && bytes[end - 1] === 0xd9, animated: false }
}

/** @returns undefined for any other format */
const shapeOf = (bytes: Buffer): Shape | undefined => {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return pngShape(bytes)
  return bytes.subarray(0, JPEG.length).equals(JPEG) ? jpegShape(bytes) : undefined
}

export type Logo = { image: Buffer; mediaType: 'image/png' | 'image/jpeg'; width: number; height: number }

const FIELD = 'imageB64'
const FORMATS = new Set(['.png', '.jpeg', '.jpg'])
const BOX = { width: 600, height: 200, fit: 'inside', withoutEnlargement: true } as const
const ORIGINAL_BYTES_LIMIT = 300_000
const SECONDS = 10

const wrong = (cause: string): HttpProblem => refuse(400, cause, FIELD)
const NOT_A_PICTURE = `${LOGO_REFUSED}; este no se puede leer como imagen.`

/** Its size is computed before it is decoded. @throws HttpProblem */
const decoded = (base64: string): Buffer => {
  const text = base64.replace(/^data:image\/(?:png|jpeg);base64,/, '').trim()
  if (Math.floor((text.length * 3) / 4) - 2 > LOGO_BYTES)
    throw wrong('El logotipo pesa más de 10 MB, que es lo más que se acepta.')
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw wrong('El logotipo no está en base64.')
  return Buffer.from(text, 'base64')
}

/** @throws HttpProblem */
const validShape = (bytes: Buffer): Shape => {
  const shape = shapeOf(bytes)
  if (!shape) throw wrong(LOGO_REFUSED)
  if (shape.animated) throw wrong('El logotipo es una imagen animada; envíe una fija.')
  if (!shape.whole) throw wrong('El logotipo está incompleto o lleva algo más detrás de la imagen.')
  return shape
}

/** @throws HttpProblem */
const checkSize = ({ width, height }: Metadata): void => {
  if (width > LOGO_PIXELS || height > LOGO_PIXELS)
    throw wrong(
      `El logotipo mide ${numberText(width)} × ${numberText(height)} píxeles; cada lado puede medir hasta ` +
        `${numberText(LOGO_PIXELS)}.`,
    )
  const fault = pictureFault({ width, height })
  if (fault) throw wrong(fault)
}

type Encoder = (picture: Sharp) => Sharp
const ENCODERS: Readonly<Record<Shape['is'], readonly Encoder[]>> = {
  png: [(picture) => picture.png({ compressionLevel: 9 }), (picture) => picture.png({ palette: true, colours: 128 })],
  jpeg: [(picture) => picture.jpeg({ quality: 88, mozjpeg: true }), (picture) => picture.jpeg({ quality: 55 })],
}

/** The first encoding that is small enough. @throws the decoder's error */
const encoded = async (bytes: Buffer, is: Shape['is']): Promise<Logo> => {
  const source = () =>
    sharp(bytes, { limitInputPixels: LOGO_PIXELS ** 2, failOn: 'error', pages: 1 })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(BOX)
      .toColourspace('srgb')
  for (const encode of ENCODERS[is]) {
    const { data, info } = await encode(source()).toBuffer({ resolveWithObject: true })
    if (data.length <= ORIGINAL_BYTES_LIMIT)
      return { image: data, mediaType: `image/${is}`, width: info.width, height: info.height }
  }
  throw wrong('El logotipo no se pudo reducir a 300 KB; envíe uno más sencillo.')
}

/** @param format the file's extension with its dot @throws HttpProblem 400 with the field and the cause */
export const readLogo = async (base64: string, format: string): Promise<Logo> => {
  if (!FORMATS.has(format.trim().toLowerCase())) throw refuse(400, LOGO_REFUSED, 'imageFormat')
  const bytes = decoded(base64)
  const { is } = validShape(bytes)
  return inPictureTurn(async () => {
    const metadata = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined)
    if (!metadata || metadata.format !== is) throw wrong(NOT_A_PICTURE)
    checkSize(metadata)
    return encoded(bytes, is).catch((error: unknown) => {
      throw error instanceof Error && 'status' in error ? error : wrong(NOT_A_PICTURE)
    })
  })
}
