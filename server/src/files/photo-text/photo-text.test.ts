// The text in a photo, read by the real networks; and the two computations around them.
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { isDrill } from '../../testing/drill.ts'
import { platePhoto } from '../../testing/files/plate-photo.ts'
import { alphabetOf, lineText } from './line-text.ts'
import { readPhotoText, restPhotoTextThread } from './photo-text.ts'
import { textBoxes } from './text-boxes.ts'

afterAll(restPhotoTextThread)

// In `npm test` features/catalogue/plate-photo.test.ts reads with the networks: loading them takes seconds.
describe.runIf(isDrill)('the text of a photo', () => {
  it('is read line by line from top to bottom, and the caller’s bytes do not change', async () => {
    const photo = await platePhoto(['JALISCO', 'JKL-482-B'])
    const length = photo.length
    expect(await readPhotoText(photo)).toEqual(['JALISCO', 'JKL482B'])
    expect(photo.length).toBe(length)
  })

  it('is read from plates of two lines, rotated and out of focus', async () => {
    expect(await readPhotoText(await platePhoto(['MEDELLIN', 'QWE', '12D']))).toEqual(['MEDELLIN', 'QWE', '12D'])
    expect(await readPhotoText(await platePhoto(['PUEBLA', 'TRB-915-C'], { turned: -7, blur: 2 }))).toContain('TRB915C')
  })

  it('is undefined for a file that is no picture, and the next photo is read', async () => {
    expect(await readPhotoText(Buffer.from('nothing'))).toBeUndefined()
    const grey = sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } }).greyscale()
    expect(await readPhotoText(await grey.png().toBuffer())).toEqual([])
  })
})

describe('a line', () => {
  /** For each step the likeliest class, with all of the others a little likely. */
  const steps = (best: readonly number[], classes: number) => {
    const values = new Float32Array(best.length * classes).fill(0.01)
    best.forEach((one, step) => {
      values[step * classes + one] = 0.9
    })
    return { values, steps: best.length, classes }
  }
  const alphabet = alphabetOf('A\nB\n1\n-\n鬼\n')

  it('has a character once however long it is, and twice if a blank separates it', () => {
    expect(alphabet).toEqual(['', 'A', 'B', '1', '', undefined, ''])
    expect(lineText(steps([1, 1, 0, 1, 2, 2, 4, 3, 0], 7), alphabet)).toBe('AAB1')
  })

  it('has no character of another script: the likeliest capital or digit replaces it', () => {
    const seen = steps([5], 7)
    seen.values[2] = 0.4
    expect(lineText(seen, alphabet)).toBe('B')
  })
})

describe('the places of text', () => {
  const map = (width: number, height: number, marks: readonly (readonly [x: number, y: number])[], value = 0.9) => {
    const values = new Float32Array(width * height)
    for (const [x, y] of marks) values[y * width + x] = value
    return { values, width, height }
  }
  const block = (left: number, top: number, width: number, height: number) =>
    Array.from({ length: width * height }, (_, at) => [left + (at % width), top + Math.floor(at / width)] as const)

  it('are wider than the marks, inside the picture, the largest first', () => {
    const boxes = textBoxes(map(100, 60, [...block(20, 10, 20, 4), ...block(0, 40, 60, 10)]))
    expect(boxes.map(({ width }) => Math.round(width))).toEqual([66, 25])
    expect(boxes[0]).toMatchObject({ left: 0 })
    expect(boxes[1]?.left).toBeCloseTo(20 - (1.5 * 80) / 48)
  })

  it('exclude faint, small and upright marks', () => {
    expect(textBoxes(map(100, 60, block(10, 10, 30, 8), 0.4))).toEqual([])
    expect(textBoxes(map(100, 60, block(10, 10, 5, 3)))).toEqual([])
    expect(textBoxes(map(100, 60, block(10, 10, 4, 30)))).toEqual([])
  })
})
