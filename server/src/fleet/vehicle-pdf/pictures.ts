// The pictures of a vehicle PDF: evidence files that are pictures, redrawn at a small size.
import type { FileStore } from '../../files/contents/file-store.ts'
import { smallPicture } from '../../files/small-picture.ts'
import type { ProofFile, SheetSource } from './sheet.queries.ts'

const SIDE = 480
const OF_ONE_SOURCE = 4
const OF_ONE_VEHICLE = 40
const TYPES: readonly string[] = ['image/png', 'image/jpeg']

export type DrawnProof = {
  /** Paths of files → names of pictures. */
  names: ReadonlyMap<string, string>
  pictures: ReadonlyMap<string, Uint8Array>
}

const draw = async (store: FileStore, { path }: ProofFile): Promise<Uint8Array | undefined> => {
  const file = await store.read(path).catch(() => undefined)
  return file && (await smallPicture(file, SIDE))?.bytes
}

/** @param store undefined: no picture is drawn, all files are listed by name */
export const drawProof = async (store: FileStore | undefined, sources: readonly SheetSource[]): Promise<DrawnProof> => {
  const names = new Map<string, string>()
  const pictures = new Map<string, Uint8Array>()
  const drawable = sources.flatMap(({ files }) =>
    (files ?? []).filter(({ type }) => TYPES.includes(type)).slice(0, OF_ONE_SOURCE),
  )
  for (const file of store ? drawable.slice(0, OF_ONE_VEHICLE) : []) {
    const drawn = names.has(file.path) || !store ? undefined : await draw(store, file)
    if (!drawn) continue
    const name = `p${pictures.size}`
    names.set(file.path, name)
    pictures.set(name, drawn)
  }
  return { names, pictures }
}
