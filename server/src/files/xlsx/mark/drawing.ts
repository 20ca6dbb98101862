// Links a sheet to the drawing of its notes.
import { OFFICE } from '../xml-text.ts'
import { spliced, walk } from './xml.ts'

const AFTER_DRAWING = [
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
]

/** Adds the reference to the drawing of the notes at the place that the schema requires. */
export const withLegacyDrawing = (xml: string, id: string): string => {
  let place: number | undefined
  let prefix = ''
  walk(xml, {
    open: (tag) => {
      if (tag.depth === 1) prefix = tag.prefix
      if (tag.depth === 2 && AFTER_DRAWING.includes(tag.name)) place ??= tag.from
    },
    close: ({ depth, from }) => {
      if (depth === 1) place ??= from
    },
  })
  const from = place ?? xml.length
  const text = `<${prefix}legacyDrawing xmlns:r="${OFFICE}" r:id="${id}"/>`
  return spliced(xml, [{ from, to: from, text }])
}

/** The relationship id of the drawing with the sheet's notes, if it has one. */
export const legacyDrawingOf = (xml: string): string | undefined => {
  let id: string | undefined
  walk(xml, {
    open: ({ name, depth, attributes }) => {
      if (depth !== 2 || name !== 'legacyDrawing') return
      id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
    },
  })
  return id
}
