// A photo as an upload accepts it: one that is too large, or of a kind that is not accepted (HEIC), is drawn smaller as
// JPEG, upright as it was taken; any other stays as it is.
const JPEG = 'image/jpeg'
const ACCEPTED: readonly string[] = [JPEG, 'image/png']
/** Longest edges to try, in pixels: on the last one the text of a document of a page can still be read. */
const EDGES = [4000, 3000, 2400, 1800]
const QUALITY = 0.85

/** A picture as JPEG, with this longest edge in pixels. */
export const drawnPhoto = (picture: ImageBitmap, edge = EDGES[0] ?? 0): Promise<Blob | null> => {
  const share = Math.min(1, edge / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * share)
  canvas.height = Math.round(picture.height * share)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, JPEG, QUALITY))
}

/**
 * @param title what the file is called, without its ending
 * @param atMost bytes
 * @returns the file itself where the browser cannot read it: whoever takes it says what is wrong with it
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
