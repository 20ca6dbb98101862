// A test file in the place for files: written, read back, deleted.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { SetupReport } from '@padron/contract/setup'
import { OWNER_NAME } from '../../../files/contents/content-store.ts'
import { fileStore, storePath } from '../../../files/contents/file-store.ts'
import { getS3, putFile, removeS3 } from '../../../files/contents/s3-objects.ts'
import { beginningOf, type S3Place } from '../../../files/contents/s3-request.ts'
import { codeOf, failed, passed, trialErrorText } from './report.ts'

const DIFFERENT = 'Lo que se leyó no es lo que se escribió.'
const BYTES = 65_536

export const diskAdvice = (error: unknown): string => {
  const code = codeOf(error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `Dé permiso de escritura en la carpeta al usuario que corre Padrón${runsAs()}.`
  if (code === 'ENOENT') return 'La carpeta no existe: créela.'
  if (code === 'ENOTDIR') return 'La ruta no es de una carpeta: escriba otra.'
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'No hay espacio en ese disco: libere o elija otra carpeta.'
  return 'Revise la carpeta y su disco.'
}
const runsAs = (): string => (process.getuid ? ` (uid ${process.getuid()})` : '')

/** @throws the file system's error */
export const tryWriting = async (folder: string): Promise<void> => {
  const file = join(folder, `padron-prueba-${randomUUID()}`)
  try {
    await writeFile(file, 'prueba', { flag: 'wx', mode: 0o600 })
  } finally {
    await rm(file, { force: true })
  }
}

export const tryFolder = async (dataDir: string): Promise<SetupReport> => {
  const store = fileStore(join(dataDir, 'results'))
  const content = randomBytes(BYTES)
  const id = randomUUID()
  const at = new Date()
  try {
    const { path } = await store.write(id, at, async (into) => void into.end(content))
    const found = await store.read(path)
    const same = found !== undefined && (await buffer(found)).equals(content)
    if (!same) return failed(DIFFERENT, 'Revise el disco de la carpeta de datos.', { Carpeta: dataDir })
    return passed('Se escribió, se leyó y se borró un archivo.', { Carpeta: dataDir })
  } catch (error) {
    return failed(`No se pudo escribir en la carpeta de datos: ${trialErrorText(error)}`, diskAdvice(error), {
      Carpeta: dataDir,
    })
  } finally {
    await store.remove(storePath(id, at)).catch(() => undefined)
  }
}

const S3_ADVICE: readonly (readonly [RegExp, string])[] = [
  [/InvalidAccessKeyId/, 'El identificador de la llave no existe: revíselo.'],
  [/SignatureDoesNotMatch/, 'La llave secreta no es la de ese identificador: péguela de nuevo.'],
  [/AuthorizationHeaderMalformed|PermanentRedirect/, 'El bucket es de otra región: escríbala como la dice su almacén.'],
  [/NoSuchBucket/, 'El bucket no existe: créelo, o revise su nombre y la dirección.'],
  [/AccessDenied|\b403\b/, 'La llave no tiene permiso: debe poder leer, escribir y borrar en el bucket.'],
  [/ENOTFOUND|EAI_AGAIN/, 'El nombre de la dirección no existe en el DNS: revísela.'],
  [/ECONNREFUSED|TIMEOUT|Abort/i, 'Nadie responde en esa dirección: revísela, y el cortafuegos.'],
  [/CERT|SSL|TLS/i, 'El certificado del almacén no es válido para esa dirección.'],
]
const s3Advice = (text: string): string =>
  S3_ADVICE.find(([find]) => find.test(text))?.[1] ?? 'Revise la dirección, el bucket y la llave.'

/** @param installation this installation's id; a store with another one is refused */
export const tryS3 = async (place: S3Place, installation: string): Promise<SetupReport> => {
  const content = randomBytes(BYTES)
  const local = join(tmpdir(), `padron-setup-${randomUUID()}`)
  const path = `${place.prefix}padron-prueba/${randomUUID()}`
  let isWritten = false
  const facts = { Dirección: place.endpoint, Bucket: place.bucket, Carpeta: place.prefix }
  try {
    const owned = await getS3(place, place.prefix + OWNER_NAME)
    const owner = owned && (await beginningOf(owned.body)).trim()
    if (owner !== undefined && owner !== installation)
      return failed(
        'En ese lugar ya guarda sus archivos otra instalación de Padrón.',
        'Elija otro bucket u otra carpeta del bucket.',
        facts,
      )
    await writeFile(local, content, { mode: 0o600 })
    const sha256 = createHash('sha256').update(content).digest('hex')
    isWritten = true // also if its response is lost
    await putFile(place, path, { path: local, size: content.length, sha256 })
    const found = await getS3(place, path)
    const same = found !== undefined && (await buffer(found.body)).equals(content)
    await removeS3(place, path)
    if (await getS3(place, path).then((left) => left?.body.dump().then(() => true)))
      return failed('El archivo de prueba no se borró.', 'La llave debe poder borrar en el bucket.', facts)
    if (!same) return failed(DIFFERENT, 'Revise el almacén: no devuelve lo que recibe.', facts)
    return passed('Se escribió, se leyó y se borró un archivo en el almacén S3.', facts)
  } catch (error) {
    const text = trialErrorText(error)
    if (isWritten) await removeS3(place, path).catch(() => undefined)
    return failed(`El almacén S3 no aceptó la prueba: ${text}`, s3Advice(text), facts)
  } finally {
    await rm(local, { force: true })
  }
}
