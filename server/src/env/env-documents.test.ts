// The settings of documents: their values, and the name of every wrong one in its error.
import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const S3 = {
  PADRON_S3_ENDPOINT: 'https://s3.ejemplo.mx',
  PADRON_S3_BUCKET: 'padron',
  PADRON_S3_KEY_ID: 'AKIA1',
  PADRON_S3_SECRET: 'a/b+c=',
}

describe('the settings of documents', () => {
  it('are by default a folder, no scanner, 250 MB and 20 GB', () =>
    expect(readEnv({}).documents).toEqual({
      s3: undefined,
      clamav: undefined,
      largestBytes: 262_144_000,
      quotaBytes: 21_474_836_480,
    }))

  it('are those of the operator', () => {
    const given = {
      ...S3,
      PADRON_S3_PREFIX: 'flotas/2026',
      PADRON_CLAMAV: '[::1]:3310',
      PADRON_DOCUMENT_MB: '50',
      PADRON_COMPANY_GB: '1',
    }
    expect(readEnv(given).documents).toEqual({
      s3: {
        endpoint: 'https://s3.ejemplo.mx',
        region: 'us-east-1',
        bucket: 'padron',
        accessKeyId: 'AKIA1',
        secretAccessKey: 'a/b+c=',
        prefix: 'flotas/2026/',
      },
      clamav: { host: '::1', port: 3310 },
      largestBytes: 52_428_800,
      quotaBytes: 1_073_741_824,
    })
    expect(readEnv({ ...S3, PADRON_S3_REGION: 'mx-central-1' }).documents.s3).toMatchObject({
      region: 'mx-central-1',
      prefix: '',
    })
  })

  it.each([
    [
      { ...S3, PADRON_S3_SECRET: '' },
      /^PADRON_S3_SECRET: para guardar documentos en S3 hacen falta .*; o ninguno de ellos$/,
    ],
    [{ PADRON_S3_SECRET: 'x' }, /^PADRON_S3_ENDPOINT, PADRON_S3_BUCKET, PADRON_S3_KEY_ID: /],
    [{ ...S3, PADRON_S3_ENDPOINT: 's3.mx' }, /^PADRON_S3_ENDPOINT: .*dirección http o https/],
    [{ ...S3, PADRON_S3_ENDPOINT: 'ftp://s3' }, /^PADRON_S3_ENDPOINT: /],
    [{ ...S3, PADRON_S3_ENDPOINT: 'https://a:b@s3' }, /^PADRON_S3_ENDPOINT: /],
    [{ ...S3, PADRON_S3_BUCKET: 'a/b' }, /^PADRON_S3_BUCKET: .*nombre de un bucket/],
    [{ ...S3, PADRON_S3_REGION: 'México' }, /^PADRON_S3_REGION: .*us-east-1/],
    [{ ...S3, PADRON_S3_PREFIX: '../x' }, /^PADRON_S3_PREFIX: .*carpeta/],
    [{ ...S3, PADRON_S3_SECRET: 'a b' }, /^PADRON_S3_SECRET: .*espacios/],
    [{ PADRON_CLAMAV: 'clamav' }, /^PADRON_CLAMAV: .*servidor:puerto/],
    [{ PADRON_CLAMAV: 'clamav:0' }, /^PADRON_CLAMAV: .*entre 1 y 65535/],
    [{ PADRON_DOCUMENT_MB: '251' }, /^PADRON_DOCUMENT_MB: .*entre 1 y 250/],
    [{ PADRON_DOCUMENT_MB: '0' }, /^PADRON_DOCUMENT_MB: .*entre 1 y 250/],
    [{ PADRON_DOCUMENT_MB: '1.5' }, /^PADRON_DOCUMENT_MB: /],
    [{ PADRON_COMPANY_GB: 'mucho' }, /^PADRON_COMPANY_GB: .*entre 1 y 100000/],
  ])('%j are rejected with the name of the wrong one', (given, cause) => {
    expect(() => readEnv(given)).toThrow(cause)
    expect(() => readEnv(given)).not.toThrow(/a\/b\+c=/)
  })
})
