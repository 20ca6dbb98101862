// The letters of the console, to be put into a picture: outside the page nobody has them. Without them it is drawn with the reader's own.
import letters from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

export const FAMILY = 'Inter Variable'

let asked: Promise<string> | undefined

const inText = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const read = async (): Promise<string> => {
  const answer = await fetch(letters)
  if (!answer.ok) throw new Error(`${answer.status}`)
  const address = `data:font/woff2;base64,${inText(new Uint8Array(await answer.arrayBuffer()))}`
  return `@font-face{font-family:"${FAMILY}";font-weight:100 900;src:url(${address}) format("woff2")}`
}

/** The rule that brings them along; empty where they could not be had. */
export const lettersRule = (): Promise<string> => {
  asked ??= read().catch(() => {
    asked = undefined
    return ''
  })
  return asked
}
