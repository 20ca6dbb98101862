// The browser's own reader of bar codes and QR codes, if it has one: Chrome on Android, macOS and ChromeOS. Nothing is
// downloaded, and the image does not leave the device.
type Picture = HTMLVideoElement | ImageBitmap
type Detector = { detect: (picture: Picture) => Promise<readonly { rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** The kinds of codes on door frames, engine bays and circulation cards. */
const FORMATS: readonly string[] = ['code_39', 'code_128', 'qr_code', 'data_matrix', 'pdf417']

export type CodeReader = (picture: Picture) => Promise<readonly string[]>

/** Undefined if the browser has none. */
export const codeReader = async (): Promise<CodeReader | undefined> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return undefined
  const formats = await BarcodeDetector.getSupportedFormats().catch((): readonly string[] => [])
  const known = FORMATS.filter((format) => formats.includes(format))
  if (known.length === 0) return undefined
  const detector = new BarcodeDetector({ formats: known })
  return async (picture) => (await detector.detect(picture).catch(() => [])).map(({ rawValue }) => rawValue)
}
