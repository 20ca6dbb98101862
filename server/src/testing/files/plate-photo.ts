// A photo of the back of a vehicle, drawn: a plate with its state above it, somewhere in the picture, turned a little,
// blurred and with noise as a telephone's. The letters are of the product's own font.
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'

const FONT = join(import.meta.dirname, '../../files/pdf/fonts/LiberationSans-Bold.ttf')
const PLATE = { width: 360, height: 180 }
const PICTURE = { width: 1280, height: 960 }

const renderText = (text: string, height: number): Promise<Buffer> =>
  sharp({ text: { text, fontfile: FONT, font: 'Liberation Sans Bold', dpi: 300 } })
    .resize({ width: PLATE.width - 24, height, fit: 'inside' })
    .negate()
    .toColourspace('srgb')
    .png()
    .toBuffer()

const plateOf = async (lines: readonly string[]): Promise<Buffer> => {
  const layers: OverlayOptions[] = []
  const [smallest, ...rest] = lines
  const one = async (text: string, top: number, height: number): Promise<void> => {
    const input = await renderText(text, height)
    const { width = 0 } = await sharp(input).metadata()
    layers.push({ input, top, left: Math.max(0, Math.round((PLATE.width - width) / 2)) })
  }
  await one(smallest ?? '', 16, 22)
  const height = Math.round(100 / Math.max(1, rest.length)) - 8
  for (const [at, text] of rest.entries()) await one(text, 56 + at * (height + 14), Math.min(64, height))
  return sharp({ create: { ...PLATE, channels: 3, background: '#fff' } })
    .composite(layers)
    .png()
    .toBuffer()
}

/** @param lines of the plate, from top to bottom: the first is small, as the state's name is */
export const platePhoto = async (
  lines: readonly string[],
  { turned = 3, blur = 1 } = {},
): Promise<Buffer<ArrayBuffer>> => {
  const body = { create: { ...PICTURE, channels: 3, background: '#5d6468' } } as const
  const noise = await sharp({
    create: { ...PICTURE, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 24 } },
  })
    .png()
    .toBuffer()
  const plate = await sharp(await plateOf(lines))
    .rotate(turned, { background: '#4a4f52' })
    .png()
    .toBuffer()
  const scene = await sharp(body)
    .composite([{ input: plate, left: 410, top: 560 }])
    .png()
    .toBuffer()
  return sharp(scene)
    .composite([{ input: noise, blend: 'soft-light' }])
    .blur(blur)
    .jpeg({ quality: 80 })
    .toBuffer()
}
