// The progress of the set-up: the settings in use, where they come from, and the results of the last trials. It
// contains no secret.
import { PROVENANCES } from '@padron/contract/provenance'
import { typeName } from '@padron/contract/resources'
import { SETUP_STEPS, type SetupProvider, SetupReport, type SetupState, type SetupStep } from '@padron/contract/setup'
import { provenanceOf } from '../../checks/connectors/provenance.ts'
import type { Tx } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'
import type { Env } from '../../env/env.ts'
import { isFixed, mergedEnv, readStored } from '../../env/env-stored.ts'
import type { Secrets } from '../../secrets/sealing.ts'
import { connectorsOf, PROVIDERS, type Provider } from './providers.ts'

type Progress = { state: 'pending' | 'done' | 'later'; report: SetupReport | null }

const readProgress = async (tx: Tx): Promise<Record<SetupStep, Progress>> => {
  const rows = await tx.selectFrom('setup_step').select(['step', 'state', 'report']).execute()
  const of = (step: SetupStep): Progress => {
    const row = rows.find((each) => each.step === step)
    if (!row) return { state: 'pending', report: null }
    const report = SetupReport.safeParse(row.report)
    return { state: row.state as Progress['state'], report: report.data ?? null }
  }
  return Object.fromEntries(SETUP_STEPS.map((step) => [step, of(step)])) as Record<SetupStep, Progress>
}

/** Absent values stay unchanged: a step that is done stays done if a later trial fails. */
export const recordStep = async (
  tx: Tx,
  step: SetupStep,
  { state, report }: { state?: 'done' | 'later'; report?: SetupReport },
): Promise<void> => {
  const columns = {
    ...(state ? { state } : {}),
    ...(report ? { report: asJsonb(report) } : {}),
    changed_at: new Date().toISOString(),
  }
  await tx
    .insertInto('setup_step')
    .values({ step, ...columns })
    .onConflict((same) => same.column('step').doUpdateSet(columns))
    .execute()
}

/** The keys of portals and accounts that have a credential. */
const readConfigured = async (tx: Tx): Promise<ReadonlySet<string>> => {
  const accounts = await tx.selectFrom('portal_account').select('account_key').where('credential', '<>', '').execute()
  const portals = await tx.selectFrom('portal').select('portal_key').where('credential', '<>', '').execute()
  return new Set([...accounts.map(({ account_key }) => account_key), ...portals.map(({ portal_key }) => portal_key)])
}

const describe = (provider: Provider, configured: ReadonlySet<string>): SetupProvider => {
  const { account: _, ...facts } = provider
  return {
    ...facts,
    configured: configured.has(provider.key),
    connectors: connectorsOf(provider).map((connector) => ({
      key: connector.key,
      country: connector.country,
      types: connector.types.map((type) => typeName(type, connector.country)),
      vin: connector.inputs.includes('vin'),
      taxIdentifier: connector.inputs.includes('taxIdentifier'),
      provenance: PROVENANCES[provenanceOf(connector)],
    })),
  }
}

const mailOf = ({ mail }: Env) => {
  const url = mail && new URL(mail.smtpUrl)
  const scheme = url?.protocol === 'smtps:' ? 'smtps' : 'smtp'
  return {
    scheme,
    host: url?.hostname ?? '',
    port: url ? url.port || (scheme === 'smtps' ? '465' : '587') : '587',
    user: decodeURIComponent(url?.username ?? ''),
    hasPassword: Boolean(url?.password),
    from: mail?.from ?? '',
  } as const
}

const filesOf = ({ documents: { s3 }, dataDir }: Env) => ({
  store: s3 ? ('s3' as const) : ('folder' as const),
  folder: dataDir,
  endpoint: s3?.endpoint ?? '',
  bucket: s3?.bucket ?? '',
  region: s3?.region ?? 'us-east-1',
  keyId: s3?.accessKeyId ?? '',
  hasSecret: s3 !== undefined,
  prefix: s3?.prefix ?? '',
})

export const readSetupState = async (tx: Tx, secrets: Secrets): Promise<SetupState> => {
  const env = mergedEnv(await readStored(tx, secrets))
  const progress = await readProgress(tx)
  const configured = await readConfigured(tx)
  return {
    address: { ...progress.address, fixed: isFixed('address'), publicUrl: env.publicUrl ?? '' },
    mail: { ...progress.mail, fixed: isFixed('mail'), ...mailOf(env) },
    files: { ...progress.files, fixed: isFixed('files'), ...filesOf(env) },
    backup: { ...progress.backup, fixed: isFixed('backup'), folder: env.backupDir ?? '' },
    provider: {
      ...progress.provider,
      fixed: false,
      providers: PROVIDERS.map((provider) => describe(provider, configured)),
    },
    company: { ...progress.company, fixed: false },
  }
}
