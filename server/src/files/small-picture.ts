// Re-encodes a picture from outside, small enough for a document or an email. A file that is no picture, or that
// decompresses to more than a camera produces, is rejected.
import type { Readable } from 'node:stream'
import sharp from 'sharp'

const BYTES_AT_MOST = 20 * 1_048_576
const PIXELS_AT_MOST = 60_000_000
/** For pictures that are held in memory as a whole while they are decoded; others are decoded line by line. */
const WHOLE_PIXELS_AT_MOST = 20_000_000
const SECONDS = 10
// Pictures come one by one and never twice: the library's cache, and a thread for each core, would only use memory.
sharp.cache(false)
sharp.concurrency(1)

const FORMATS: readonly string[] = ['png', 'jpeg']

export type SmallPicture = { bytes: Uint8Array; width: number; height: number }

let last: Promise<unknown> = Promise.resolve()
/** One after another in this process: a large picture takes hundreds of megabytes while it is decoded. */
export const inPictureTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = last.then(work, work)
  last = turn.catch(() => undefined)
  return turn
}

const whole = async (file: Readable): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of file) {
    size += (chunk as Buffer).length
    if (size > BYTES_AT_MOST) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

const drawn = async (bytes: Buffer, side: number): Promise<SmallPicture | undefined> => {
  const options = { limitInputPixels: PIXELS_AT_MOST, failOn: 'error', sequentialRead: true } as const
  const { format, hasAlpha, isProgressive, width, height } = await sharp(bytes, options).metadata()
  if (!FORMATS.includes(format ?? '')) return undefined
  if (isProgressive && width * height > WHOLE_PIXELS_AT_MOST) return undefined
  const small = sharp(bytes, options)
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await (hasAlpha ? small.png({ palette: true }) : small.jpeg({ quality: 72 })).toBuffer({
    resolveWithObject: true,
  })
  return { bytes: data, width: info.width, height: info.height }
}

/** @param side the most pixels of its longer side @returns undefined if it cannot be decoded */
export const smallPicture = async (file: Readable | Buffer, side: number): Promise<SmallPicture | undefined> => {
  const draw = async () => {
    const bytes = Buffer.isBuffer(file) ? file : await whole(file)
    return bytes && (await drawn(bytes, side))
  }
  return inPictureTurn(draw).catch(() => undefined)
}
