// Backup and restore as an operator types them: with the embedded database of a Padrón that runs, onto another folder.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sourceFigures } from '../checks/health/source-figures.ts'
import { diskContents } from '../files/contents/disk-contents.ts'
import { spool } from '../files/spool.ts'
import { type OpenDatabase, openDatabase } from '../installation/open.ts'
import { makeMetrics } from '../metrics/metrics.ts'
import { freshDatabase } from '../testing/database.ts'
import { isDrill } from '../testing/drill.ts'
import { runPadron } from '../testing/processes/padron-command.ts'
import { startS3 } from '../testing/services/s3.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-backup-command-'))
chmodSync(folder, 0o755) // the database's user has to enter
const first = join(folder, 'first')
const second = join(folder, 'second')
const file = join(folder, 'todo.padron')
/** Milliseconds for whole restores on a busy machine. */
const SLOW = 120_000
let running: OpenDatabase

const on = (dataDir: string, args: readonly string[], more = {}, input = '') =>
  runPadron({ PADRON_DATA_DIR: dataDir, DATABASE_URL: '', PADRON_SECRET: '', ...more }, args, input)
/** Into an empty installation with a database server. */
const restoreElsewhere = async (from: string) => {
  const { addressOf, drop } = await freshDatabase()
  const DATABASE_URL = addressOf('padron_owner').connectionString
  return on(mkdtempSync(join(folder, 'elsewhere-')), ['restore', from], { DATABASE_URL }).finally(drop)
}

beforeAll(async () => {
  running = await openDatabase({ databaseUrl: undefined, dataDir: first, fast: true })
  await on(first, ['company', 'create', '--name', 'acme', '--title', 'Acme', '--country', 'MX'])
  const load = ['vehicles', 'load', '--company', 'acme', '--file', `${import.meta.dirname}/../demo/sureste.xlsx`]
  expect((await on(first, load)).code).toBe(0)
  const { rows } = await running.db.system.query<{ key: string }>(
    'select portal_key as key from portal order by 1 limit 1',
  )
  const set = ['portal', 'set', rows[0]?.key ?? '', '--url', 'https://portal.mx', '--credential-stdin']
  expect((await on(first, set, {}, 'secreta\n')).code).toBe(0)
})
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

const BUCKET = { bucket: 'padron', region: 'us-east-1', accessKeyId: 'k', secretAccessKey: 'secreta' }
/** Stores the settings of an S3 store in the database, as the set-up does. */
const setUpStore = async () => {
  const objects = mkdtempSync(join(tmpdir(), 'padron-backup-s3-'))
  const s3 = await startS3({ ...BUCKET, folder: objects })
  onTestFinished(async () => {
    await s3.stop()
    rmSync(objects, { recursive: true })
  })
  const place = ['--s3-endpoint', s3.endpoint, '--s3-bucket', BUCKET.bucket, '--s3-key-id', BUCKET.accessKeyId]
  const set = await on(first, ['init', '--files', 's3', ...place, '--secret-stdin'], {}, 'secreta\n')
  expect(set).toMatchObject({ code: 0, out: expect.stringContaining('en el almacén S3') })
}

test.runIf(isDrill)('backup during operation, --verify, and a file that exists already', async () => {
  await setUpStore()
  const saved = await on(first, ['backup', file, '--with-keys'])
  expect(saved).toMatchObject({ code: 0, err: '' })
  const { text: metrics } = await makeMetrics(running.db, sourceFigures).read()
  expect(metrics).toMatch(/^padron_backup_age_seconds\{kind="archive"\} \d/m)
  expect(saved.out).toMatch(
    /^Respaldo en .*todo\.padron: [\d,]+ filas de \d+ tablas y \d+ archivos, [\d.,]+ (KB|MB)\.\n$/,
  )
  expect(readdirSync(folder).toSorted()).toEqual(['first', 'todo.padron'])
  const looked = await on(first, ['backup', file, '--verify'])
  expect(looked.out).toMatch(
    /está completo: [\d,]+ filas.*\nHecho el \d{4}-\d\d-\d\dT[\d:]+Z con Padrón [\d.]+ \(migración \d{3}-/,
  )
  expect(await on(first, ['backup', file])).toMatchObject({ code: 1, err: `El archivo ${file} ya existe.\n` })
  expect(await on(first, ['backup', join(folder, 'no/hay.padron')])).toMatchObject({
    code: 1,
    err: expect.stringContaining('No se puede escribir el archivo'),
  })
  expect(await on(first, ['init', '--files', 'folder'])).toMatchObject({ code: 0 })
})

test.runIf(isDrill)(
  'restore into an empty folder; it is rejected over companies or during operation',
  async () => {
    const refused = await on(first, ['restore', file])
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Otra copia de Padrón') })
    const restored = await on(second, ['restore', file])
    expect(restored).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^El almacén S3 que guardó la puesta en marcha no va con el respaldo: .*\n$/),
    })
    expect(restored.out).toMatch(/^Restaurado de /)
    // Files are where they were restored to, not in the store that the archive's settings name.
    expect((await on(second, ['doctor'])).out).toContain('Archivos: Se escribió, se leyó y se borró un archivo.\n')
    expect((await on(second, ['company', 'list'])).out).toMatch(
      /^acme +Acme +MX +America\/Mexico_City +80 +1 +activa$/m,
    )
    expect(readFileSync(join(second, 'secret.key'), 'utf8')).toContain(
      readFileSync(join(first, 'secret.key'), 'utf8').trim(),
    )
    const again = await on(second, ['restore', file])
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('La instalación ya tiene la empresa acme') })
  },
  SLOW,
)

test.runIf(isDrill)(
  'a backup without keys warns; its restore lists the credentials and secrets to enter again',
  async () => {
    await running.db.system.query(
      `insert into app_user (tenant_id, username, password_hash) select tenant_id, 'ana', 'x' from company`,
    )
    await running.db.system.query(
      `insert into webhook (tenant_id, webhook_name, url, host, events, active, user_id, secrets)
    select tenant_id, 'Taller', 'https://taller.mx', 'taller.mx', '{vehicle.created}', false, user_id, array[$1]
    from app_user
    where username = 'ana'`,
      [`sealed:v1:00000000:${Buffer.alloc(60).toString('base64')}`], // sealed with a key that does not exist
    )
    const plain = join(folder, 'sin-claves.padron')
    expect((await on(first, ['backup', plain])).err).toContain('Las claves que sellan las credenciales')
    const restored = await restoreElsewhere(plain)
    expect(restored).toMatchObject({
      code: 0,
      err: expect.stringMatching(
        /^Ninguna clave abre la credencial del portal \S+: póngala de nuevo.*\nWebhooks cuyo secreto no abre ninguna clave \(1\): «Taller» \(acme\)\. /,
      ),
    })
    const saved = await on(first, ['backup', join(folder, 'x.padron'), '--with-keys'], {
      PADRON_SECRET: Buffer.alloc(32, 7).toString('base64'),
    })
    expect(saved).toMatchObject({
      code: 1,
      err: 'Las claves están en PADRON_SECRET, no en un archivo: guárdelas con los ajustes.\n',
    })
  },
  SLOW,
)

describe('files that rows refer to and that are in no store', () => {
  const MISSING = 3
  const content = Buffer.from('poliza')
  const add = (bytes: Buffer) =>
    running.db.system.query<{ tenant: number; name: string }>(
      `
      insert into stored_file (tenant_id, sha256, size, media_type, scan)
      select tenant_id, $1, 6, 'application/pdf', 'clean'
      from company
      on conflict (tenant_id, sha256) do update set size = 6 returning tenant_id as tenant, sha256 as name`,
      [createHash('sha256').update(bytes).digest('hex')],
    )

  test.runIf(isDrill)(
    'if all are missing, the rows are saved, and the error names the likely cause, in --verify too',
    async () => {
      await add(Buffer.from('otra'))
      const path = join(folder, 'sin-archivos.padron')
      const likely = /Ninguno de los archivos de los que habla la base de datos \(1\).*PADRON_S3_\*/
      const saved = await on(first, ['backup', path, '--with-keys'])
      expect(saved).toMatchObject({ code: 1, err: expect.stringMatching(likely) })
      expect(saved.out).toMatch(/^Respaldo en /)
      const looked = await on(first, ['backup', path, '--verify'])
      expect(looked).toMatchObject({ code: 1, err: expect.stringMatching(likely) })
      expect(looked.out).toContain('no está dañado, pero le faltan archivos')
      // If documents are left to their store, none was expected.
      const without = await on(first, [
        'backup',
        join(folder, 'sin-documentos.padron'),
        '--with-keys',
        '--no-documents',
      ])
      expect(without).toMatchObject({ code: 0, err: '' })
    },
  )

  test.runIf(isDrill)(
    'if some are missing, the exit code is its own, in --verify too, and the archive can be restored',
    async () => {
      const { rows } = await add(content)
      const { tenant, name } = rows[0] ?? { tenant: 0, name: '' }
      const spooled = await spool(Readable.from([content]), join(folder, 'incoming'), 'poliza.pdf')
      await diskContents(join(first, 'documents')).put(`${tenant}/${name}`, spooled)
      rmSync(join(folder, 'incoming'))
      const path = join(folder, 'faltan.padron')
      const output = {
        code: MISSING,
        err: expect.stringMatching(/^Aviso: .*\(1\).*: documents\/.*\nSin ellos.*código 3\.\n$/),
      }
      expect(await on(first, ['backup', path, '--with-keys'])).toMatchObject(output)
      expect(await on(first, ['backup', path, '--verify'])).toMatchObject(output)
      const restored = await restoreElsewhere(path)
      expect(restored).toMatchObject({ code: 0, err: expect.stringContaining('Aviso: ') })
    },
    SLOW,
  )

  test('the help lists the exit codes', async () => {
    expect((await on(first, ['backup', '--help'])).out).toMatch(/Termina con 0 .*\b3\b.*\b1\b/s)
  })
})

test.runIf(isDrill)('on a full disk the backup fails with the cause and leaves no file', async () => {
  const limited = `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`
  const target = join(folder, 'full')
  const args = [`${import.meta.dirname}/../bin/padron.ts`, 'backup', `${target}.padron`]
  const child = spawn('bash', ['-c', limited, process.execPath, ...args], {
    env: { PATH: process.env.PATH, PADRON_DATA_DIR: first },
  })
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([code, err]).toEqual([1, expect.stringContaining('EFBIG')])
  expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
})
