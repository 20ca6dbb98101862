// Reads untrusted XML in pieces: strict UTF-8, no doctype (so no entities), limited depth and text. Names are compared
// by their local part: prefixes and the strict namespace make no difference.
import type { Readable } from 'node:stream'
import { numberText } from '@padron/contract/texts/count-of'
import { SaxesParser } from 'saxes'
import { LIMITS } from './limits.ts'
import { DAMAGED, TOO_BIG, WorkbookError } from './workbook-error.ts'

const DEPTH = 32
const SILENCE = 1_048_576 // characters without a tag: more than any cell's text

export type Attributes = Readonly<Record<string, string>>
export type XmlReader = {
  /** The attributes have their written names: `localAttribute` finds one that may have a prefix. */
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const local = (name: string): string => {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

export const localAttribute = (attributes: Attributes, wanted: string): string | undefined => {
  for (const name in attributes) if (name.endsWith(`:${wanted}`)) return attributes[name]
  return attributes[wanted]
}

const tooLong = () => new WorkbookError(`Una celda tiene más de ${numberText(LIMITS.text)} caracteres.`)

/** @throws WorkbookError if a cell's text is longer than Excel allows */
export const joined = (text: string, piece: string): string => {
  if (text.length + piece.length > LIMITS.text) throw tooLong()
  return text + piece
}

const refuse = (message: string) => () => {
  throw new WorkbookError(message)
}

/** Reads a part; yields after every piece, so that the caller can process it and apply backpressure. */
export async function* readXml(stream: Readable, reader: XmlReader): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let depth = 0
  let silence = 0
  parser.on(
    'doctype',
    refuse('El archivo declara entidades XML (DOCTYPE), lo que Excel no hace; vuelva a guardarlo en Excel.'),
  )
  parser.on('error', refuse(DAMAGED))
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > DEPTH) throw new WorkbookError(TOO_BIG)
    silence = 0
    reader.open?.(local(name), attributes as Attributes) // without `xmlns` in the parser, the attributes are texts
  })
  if (reader.text) {
    parser.on('text', reader.text)
    parser.on('cdata', reader.text)
  }
  parser.on('closetag', ({ name }) => {
    depth--
    silence = 0
    reader.close?.(local(name))
  })
  for await (const chunk of stream) {
    silence += (chunk as Buffer).length
    parser.write(decoder.decode(chunk as Buffer, { stream: true }))
    // The parser keeps an unfinished text, comment or tag in memory; no valid one is this long.
    if (silence > SILENCE) throw tooLong()
    yield
  }
  parser.write(decoder.decode())
  parser.close()
  yield
}

export const readWhole = async (stream: Readable, reader: XmlReader): Promise<void> => {
  for await (const _ of readXml(stream, reader));
}

/** Decodes `_x000A_`, the notation for a character that XML cannot contain. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** Gathers the text of `<t>` elements (not the phonetic ones) of a string, shared or inline, rich or plain. */
export const stringReader = () => {
  let text = ''
  let inText = false
  let phonetic = 0
  return {
    open: (name: string) => {
      if (name === 'rPh') phonetic++
      if (name === 't') inText = phonetic === 0
    },
    text: (piece: string) => {
      if (!inText) return
      text = joined(text, piece)
    },
    close: (name: string) => {
      if (name === 'rPh') phonetic--
      if (name === 't') inText = false
    },
    take: (): string => {
      const read = withoutEscapes(text)
      text = ''
      return read
    },
  }
}
