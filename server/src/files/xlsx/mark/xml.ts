// Changes the XML of a workbook's part by replacing pieces of its text, so that the rest stays exactly as the user's
// program wrote it.
import { SaxesParser } from 'saxes'
import { DAMAGED, WorkbookError } from '../read/workbook-error.ts'
import { xmlText } from '../xml-text.ts'

/** A tag and its position; `depth` is 1 for the root. */
export type Tag = {
  name: string
  prefix: string
  attributes: Readonly<Record<string, string>>
  from: number
  to: number
  empty: boolean
  depth: number
}
export type Visitor = { open?: (tag: Tag) => void; text?: (text: string) => void; close?: (tag: Tag) => void }
export type Edit = { from: number; to: number; text: string }

const DEPTH = 64

const tagAt = (
  xml: string,
  to: number,
  name: string,
  attributes: Tag['attributes'],
  depth: number,
  empty: boolean,
): Tag => {
  const colon = name.indexOf(':') + 1
  const from = xml.lastIndexOf('<', to - 1) // attribute values cannot contain one
  return { name: name.slice(colon), prefix: name.slice(0, colon), attributes, from, to, empty, depth }
}

/** Walks a part, with the position of every tag. @throws WorkbookError if it is not well-formed or has a doctype */
export const walk = (xml: string, { open, text, close }: Visitor): void => {
  const parser = new SaxesParser()
  const stop = () => {
    throw new WorkbookError(DAMAGED)
  }
  let depth = 0
  parser.on('doctype', stop)
  parser.on('error', stop)
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (++depth > DEPTH) stop()
    open?.(tagAt(xml, parser.position, name, attributes, depth, isSelfClosing))
  })
  if (text) parser.on('text', text)
  if (text) parser.on('cdata', text)
  parser.on('closetag', ({ name, isSelfClosing }) => {
    close?.(tagAt(xml, parser.position, name, {}, depth, isSelfClosing))
    depth--
  })
  parser.write(xml).close()
}

/** @param edits that do not overlap; insertions at the same position keep their order */
export const spliced = (xml: string, edits: readonly Edit[]): string => {
  const pieces: string[] = []
  let done = 0
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from)) {
    pieces.push(xml.slice(done, from), text)
    done = to
  }
  return pieces.join('') + xml.slice(done)
}

/** The tag's text with attributes set, or removed if undefined. */
export const withAttributes = (tag: string, changes: Readonly<Record<string, string | undefined>>): string => {
  let text = tag
  for (const [name, value] of Object.entries(changes)) {
    text = text.replace(new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*')`), '')
    if (value !== undefined)
      text = text.replace(/(?<!\s)\s*\/?>$/, (end) => ` ${name}="${xmlText(value)}"${end.trim()}`)
  }
  return text
}

/** 'AB12' → column 27 (from 0), row 12. */
export const parseCellReference = (reference: string): { column: number; row: number } => {
  const [, name = '', digits = '0'] = /^\$?([A-Z]{1,3})\$?(\d+)$/.exec(reference) ?? []
  let column = 0
  for (const letter of name) column = column * 26 + letter.charCodeAt(0) - 64
  return { column: column - 1, row: Number(digits) }
}
