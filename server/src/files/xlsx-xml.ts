// XML of a stranger, piece by piece: strict UTF-8, no doctype (so no entities), bounded depth and text. Names are told
// apart by their local part: prefixes and the strict namespace make no difference to what is read here.
import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { DAMAGED, TOO_BIG, WorkbookError } from './workbook-error.ts'

const DEPTH = 32
export const TEXT_MAX = 32_767 // Excel's own

export type Attributes = Readonly<Record<string, string>>
export type XmlReader = {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

const localKeys = (attributes: Attributes): Attributes => {
  const out: Record<string, string> = {}
  for (const name in attributes) if (!name.startsWith('xmlns')) out[local(name)] = attributes[name] ?? ''
  return out
}

/** Reads a part; yields after every piece, so that the caller can hand on what it has and wait. */
export async function* readXml(stream: Readable, reader: XmlReader): AsyncGenerator<void> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let depth = 0
  parser.on('doctype', () => {
    throw new WorkbookError(DAMAGED)
  })
  parser.on('error', () => {
    throw new WorkbookError(DAMAGED)
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > DEPTH) throw new WorkbookError(TOO_BIG)
    reader.open?.(local(name), localKeys(attributes))
  })
  if (reader.text) {
    parser.on('text', reader.text)
    parser.on('cdata', reader.text)
  }
  parser.on('closetag', ({ name }) => {
    depth--
    reader.close?.(local(name))
  })
  for await (const chunk of stream) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }))
    yield
  }
  parser.write(decoder.decode())
  parser.close()
  yield
}

export const readWhole = async (stream: Readable, reader: XmlReader): Promise<void> => {
  for await (const _ of readXml(stream, reader));
}

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
      text += piece
      if (text.length > TEXT_MAX) throw new WorkbookError('Una celda tiene más de 32,767 caracteres.')
    },
    close: (name: string) => {
      if (name === 'rPh') phonetic--
      if (name === 't') inText = false
    },
    take: (): string => {
      const taken = text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
      text = ''
      return taken
    },
  }
}
