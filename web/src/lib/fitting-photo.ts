// A photo that an upload accepts: one that is too large or of another format (HEIC) is converted to a smaller JPEG,
// upright; any other stays unchanged.
const JPEG = 'image/jpeg'
const ACCEPTED: readonly string[] = [JPEG, 'image/png']
/** Longest edges to try, in pixels: at the last one the text of a page is still readable. */
const EDGES = [4000, 3000, 2400, 1800]
const QUALITY = 0.85

/** An image as JPEG, with this longest edge in pixels. */
export const drawnPhoto = (picture: ImageBitmap, edge = EDGES[0] ?? 0): Promise<Blob | null> => {
  const share = Math.min(1, edge / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * share)
  canvas.height = Math.round(picture.height * share)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, JPEG, QUALITY))
}

/**
 * @param title the file's name without extension
 * @param atMost bytes
 * @returns the file itself if the browser cannot read it: the upload reports the fault
 */
export const fittingPhoto = async (file: File, title: string, atMost: number): Promise<File> => {
  if (ACCEPTED.includes(file.type) && file.size <= atMost)
    return new File([file], `${title}.${file.type === JPEG ? 'jpg' : 'png'}`, { type: file.type })
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return file
  try {
    for (const edge of EDGES) {
      const smaller = await drawnPhoto(picture, edge)
      if (smaller && smaller.size <= atMost) return new File([smaller], `${title}.jpg`, { type: JPEG })
    }
    return file
  } finally {
    picture.close()
  }
}
