// The largest accepted picture, by the size in its header: a small file may decompress to gigabytes.
import { numberText } from '@padron/contract/texts/count-of'
import sharp from 'sharp'
import { refuse } from '../errors/http-problem.ts'

/** The size of the largest pictures of telephones. */
const PICTURE_PIXELS = 50_000_000

export type PictureSize = { width: number; height: number }

/** @param picture a path, or a file's first bytes @returns undefined if they contain no size or are no picture */
export const pictureSize = (picture: string | Buffer): Promise<PictureSize | undefined> =>
  sharp(picture, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch(() => undefined)

/** @returns why a picture of that size is refused; undefined if it is accepted */
export const pictureFault = ({ width, height }: PictureSize): string | undefined => {
  if (width * height <= PICTURE_PIXELS) return undefined
  const [wide, high, most] = [width, height, PICTURE_PIXELS].map((n) => numberText(n))
  return (
    `La imagen mide ${wide} × ${high} píxeles; se aceptan hasta ${most} píxeles en total. Redúzcala y ` +
    'envíela de nuevo.'
  )
}

/** @param field the field of the picture @throws HttpProblem 422 */
export const refuseLargePicture = (size: PictureSize | undefined, field: string): void => {
  const fault = size && pictureFault(size)
  if (fault) throw refuse(422, fault, field)
}
