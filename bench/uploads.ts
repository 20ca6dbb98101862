// A large document into the running product: what it costs in memory, kept on disk and in an S3 store; then uploads
// whose server is killed.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startS3 } from '@padron/server/testing/s3-for-tests'
import type { Row } from './catalogue.ts'
import { forgetPeak, peakMb, residentMb } from './import-site.ts'
import { killUploads } from './upload-kills.ts'
import { endProduct, lookInto, newFolder, openPlace, startProduct, upload, writePdf } from './upload-site.ts'

const MEGABYTES = Number(process.env.BENCH_UPLOAD_MB ?? 200)
const GROWTH_MB = 80

/** @param settings where documents are kept */
const large = async (name: string, settings: Record<string, string>): Promise<Row> => {
  const { folder, remove } = newFolder()
  const product = await startProduct(folder, settings)
  try {
    const where = await lookInto(folder, openPlace)
    const path = join(folder, 'large.pdf')
    await writePdf(path, 1)
    if (!(await upload(product, where, path))) throw new Error('the small file was not taken')
    await writePdf(path, MEGABYTES)
    const idle = residentMb(product.pid)
    forgetPeak(product.pid)
    const from = performance.now()
    if (!(await upload(product, where, path))) throw new Error('the large file was not taken')
    const seconds = (performance.now() - from) / 1_000
    const growth = peakMb(product.pid) - idle
    const kept = growth <= GROWTH_MB
    if (!kept) process.exitCode = 1
    return {
      what: `${MEGABYTES} MB to ${name}`,
      figure: `${seconds.toFixed(1)} s`,
      'idle MB': Math.round(idle),
      'growth MB': Math.round(growth),
      limit: GROWTH_MB,
      kept: kept ? 'yes' : 'no',
    }
  } finally {
    await endProduct(product, 'SIGTERM')
    remove()
  }
}

const largeToS3 = async (): Promise<Row> => {
  const { folder, remove } = newFolder()
  mkdirSync(join(folder, 's3'))
  const access = { bucket: 'padron', region: 'us-east-1', accessKeyId: 'BANCO', secretAccessKey: 'clave-del-banco' }
  const s3 = await startS3({ ...access, folder: join(folder, 's3') })
  try {
    return await large('an S3 store', {
      PADRON_S3_ENDPOINT: s3.endpoint,
      PADRON_S3_BUCKET: access.bucket,
      PADRON_S3_KEY_ID: access.accessKeyId,
      PADRON_S3_SECRET: access.secretAccessKey,
    })
  } finally {
    await s3.stop()
    remove()
  }
}

export const benchUploads = async (): Promise<Row[]> => {
  const rows = [await large('disk', {}), await largeToS3()]
  const { sent, answered, documents, left, orphans, lost, broken, unswept } = await killUploads()
  process.stdout.write(
    `sent ${sent}, answered ${answered}, documents ${documents}, swept: ${orphans} orphans, ${left} half received\n`,
  )
  const wrong = { 'answered and not there': lost, 'documents without their file whole': broken, 'not swept': unswept }
  if (Object.values(wrong).some((broken) => broken > 0)) process.exitCode = 1
  return [
    ...rows,
    ...Object.entries(wrong).map(([what, figure]) => ({
      what,
      figure: String(figure),
      limit: 0,
      kept: figure === 0 ? 'yes' : 'no',
    })),
  ]
}
