// Notes on cells: the part with their texts (their boxes: boxes.ts). Our notes are recognized by their author and first
// words. Another note on a cell of ours (a user's, or the template's on its heading) is appended to ours, and restored
// when ours is removed.
import { HEAD, MAIN, xmlText } from '../xml-text.ts'
import { type Edit, spliced, type Tag, walk } from './xml.ts'

const AUTHOR = 'Padrón'
const TEXT_AT_MOST = 4_000
const BELOW = (author: string) => `\n\n— Nota anterior${author ? ` de ${author}` : ''}:\n`
const BELOW_IS = /\n\n— Nota anterior(?: de ([^\n]*))?:\n/

export type Texts = ReadonlyMap<string, string>
type Comment = { reference: string; author: string; text: string; inner: string; from: number; to: number }
type Book = {
  root: Tag | undefined
  authors: string[]
  authorsEnd: Tag | undefined
  list: Comment[]
  listEnd: Tag | undefined
}

const read = (xml: string): Book => {
  const book: Book = { root: undefined, authors: [], authorsEnd: undefined, list: [], listEnd: undefined }
  let now: Comment | undefined
  let text = ''
  let inText = 0
  walk(xml, {
    open: (tag) => {
      book.root ??= tag
      if (tag.name === 'comment') {
        const { ref = '', authorId = '' } = tag.attributes
        now = {
          reference: ref,
          author: book.authors[Number(authorId)] ?? '',
          text: '',
          inner: '',
          from: tag.from,
          to: 0,
        }
      }
      if (tag.name === 'author' || tag.name === 'comment') text = ''
      if (tag.name === 'text') inText = tag.to
    },
    text: (piece) => {
      text += piece
    },
    close: (tag) => {
      if (tag.name === 'author') book.authors.push(text)
      if (tag.name === 'authors') book.authorsEnd = tag
      if (tag.name === 'commentList') book.listEnd = tag
      if (tag.name === 'text' && now) now.inner = tag.empty ? '' : xml.slice(inText, tag.from)
      if (tag.name === 'comment' && now) {
        book.list.push({ ...now, text, to: tag.to })
        now = undefined
      }
    },
  })
  return book
}

const run = (prefix: string, text: string) =>
  `<${prefix}r><${prefix}t xml:space="preserve">${xmlText(text)}</${prefix}t></${prefix}r>`

/** The other note that was appended to ours in an earlier round; undefined if there was none. */
const ownPart = ({ text }: Comment): { author: string; text: string } | undefined => {
  const below = BELOW_IS.exec(text)
  return below ? { author: below[1] ?? '', text: text.slice(below.index + below[0].length) } : undefined
}

const OUR_WORDS = /^(Error: |Aviso: |Corregido en Padrón|Columna agregada en Padrón|Fila omitida en Padrón)/
/** LibreOffice and Google Sheets drop authors. */
const isOurs = ({ author, text }: Comment): boolean =>
  (author === AUTHOR || author.trim() === '') && OUR_WORDS.test(text)

/** A threaded conversation, whose texts are in another part: old programs only show this placeholder. */
const isConversation = ({ author }: Comment): boolean => author.startsWith('tc=')

const EMPTY = `${HEAD}<comments xmlns="${MAIN}"><authors></authors><commentList></commentList></comments>`

/** @param before the present part, if any @returns the new part, and every cell that has a note in it */
export const withNotes = (before: string | undefined, texts: Texts): { xml: string; cells: Set<string> } => {
  const xml = before ?? EMPTY
  const book = read(xml)
  const prefix = book.root?.prefix ?? ''
  const newAuthors: string[] = []
  const authorId = (name: string): number => {
    if (![...book.authors, ...newAuthors].includes(name)) newAuthors.push(name)
    return [...book.authors, ...newAuthors].indexOf(name)
  }
  const comment = (reference: string, author: string, inner: string): string =>
    `<${prefix}comment ref="${reference}" ` +
    `authorId="${authorId(author)}"><${prefix}text>${inner}</${prefix}text></${prefix}comment>`

  const edits: Edit[] = []
  const cells = new Set<string>()
  const left = new Map(texts)
  for (const old of book.list) {
    const ours = left.get(old.reference)
    const mine = isOurs(old)
    if (isConversation(old) || (!mine && ours === undefined)) {
      left.delete(old.reference)
      cells.add(old.reference)
      continue
    }
    left.delete(old.reference)
    const own = mine ? ownPart(old) : { author: old.author, text: old.text }
    const inner =
      own && (mine ? run(prefix, own.text) : /^\s*<(\w+:)?r[\s>]/.test(old.inner) ? old.inner : run(prefix, own.text))
    const text =
      ours !== undefined
        ? comment(
            old.reference,
            AUTHOR,
            run(prefix, ours.slice(0, TEXT_AT_MOST)) + (own ? run(prefix, BELOW(own.author)) + inner : ''),
          )
        : own
          ? comment(old.reference, own.author, inner ?? '')
          : ''
    if (text) cells.add(old.reference)
    edits.push({ from: old.from, to: old.to, text })
  }
  let added = ''
  for (const [reference, text] of left) {
    added += comment(reference, AUTHOR, run(prefix, text.slice(0, TEXT_AT_MOST)))
    cells.add(reference)
  }
  edits.push(...closing(book.listEnd, 'commentList', added))
  const authors = newAuthors.map((name) => `<${prefix}author>${xmlText(name)}</${prefix}author>`).join('')
  edits.push(...closing(book.authorsEnd, 'authors', authors))
  return { xml: spliced(xml, edits), cells }
}

const closing = (end: Tag | undefined, name: string, text: string): Edit[] => {
  if (!end || !text) return []
  if (!end.empty) return [{ from: end.from, to: end.from, text }]
  return [{ from: end.from, to: end.to, text: `<${end.prefix}${name}>${text}</${end.prefix}${name}>` }]
}
