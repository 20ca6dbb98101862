// The provider's step: queries one plate and, if the answer is understood, stores the contract.
import type { SetupQuestion } from '@padron/contract/setup'
import type { Connector } from '../../checks/connectors/connector.ts'
import { recordTrial } from '../../checks/connectors/provenance.ts'
import { missingIn } from '../../checks/connectors/query-once.ts'
import { setAccount, setOwnContract } from '../../checks/portals/contract-settings.ts'
import { type Actor, asSystem } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { SetupTools } from '../../feature.ts'
import { accountOwner } from '../../secrets/owners.ts'
import { openSealed, seal } from '../../secrets/sealing.ts'
import { connectorsOf, PROVIDERS, type Provider } from './providers.ts'
import { recordStep } from './setup.state.ts'
import type { Outcome } from './setup.steps.ts'
import { tryProvider } from './trials/provider.ts'

const findQuestion = ({ provider, connector }: SetupQuestion): { provider: Provider; connector: Connector } => {
  const found = PROVIDERS.find(({ key }) => key === provider)
  if (!found) throw refuse(422, 'No existe ese proveedor.', 'provider')
  const answering = connectorsOf(found).find(({ key }) => key === connector)
  if (!answering) throw refuse(422, 'Ese proveedor no responde a esa pregunta.', 'connector')
  return { provider: found, connector: answering }
}

const ownerOf = ({ key, account }: Provider): string => (account ? accountOwner(key) : key)

/** The stored credential is sent only to its own address. */
const storedCredential = async ({ db, secrets }: SetupTools, provider: Provider, url: string): Promise<string> => {
  const { key, account } = provider
  const row = await asSystem(db, (tx) =>
    account
      ? tx
          .selectFrom('portal_account as a')
          .innerJoin('portal as p', 'p.shared_account_key', 'a.account_key')
          .select(['a.credential', 'p.base_url'])
          .where('a.account_key', '=', key)
          .where('p.base_url', '=', url)
          .limit(1)
          .executeTakeFirst()
      : tx
          .selectFrom('portal')
          .select(['credential', 'base_url'])
          .where('portal_key', '=', key)
          .where('base_url', '=', url)
          .executeTakeFirst(),
  )
  return row?.credential ? (openSealed(secrets, ownerOf(provider), row.credential) ?? '') : ''
}

const amountOf = (text: string): number | null => (text === '' || Number(text) === 0 ? null : Number(text))
const NEEDS: Readonly<Record<string, string>> = {
  plate: 'Escriba la placa.',
  vin: 'Esta pregunta se hace por NIV: escríbalo.',
  taxIdentifier: 'Esta pregunta pide el documento del propietario: escríbalo.',
}

const subjectOf = (connector: Connector, { plate, vin, taxIdentifier }: SetupQuestion) => {
  const subject = {
    plate: plate.toUpperCase().replaceAll('-', ''),
    vin: vin.trim().toUpperCase(),
    stateId: 0,
    taxIdentifier: taxIdentifier.trim() || null,
  }
  const [missing] = missingIn(connector, subject)
  if (missing !== undefined) throw refuse(422, NEEDS[missing] ?? 'Falta un dato del vehículo.', missing)
  return subject
}

const moneyFacts = ({ price, currency, monthlyCap, paceMs }: SetupQuestion): Record<string, string> => ({
  'Lo que cuesta': amountOf(price) === null ? 'Sin precio: no se cuenta el gasto' : `${price} ${currency} por consulta`,
  'Tope del mes': amountOf(monthlyCap) === null ? 'Sin tope' : `${monthlyCap} ${currency}`,
  Ritmo: `Una consulta cada ${paceMs} ms como máximo`,
})

export const setProvider = async (tools: SetupTools, question: SetupQuestion, by: Actor): Promise<Outcome> => {
  const { db, secrets } = tools
  const { provider, connector } = findQuestion(question)
  const url = question.url.trim().replace(/(?<!\/)\/+$/, '')
  const subject = subjectOf(connector, question)
  if (amountOf(question.monthlyCap) !== null && amountOf(question.price) === null)
    throw refuse(422, 'El tope del mes necesita el precio de una consulta.', 'price')
  const credential = question.credential.trim() || (await storedCredential(tools, provider, url))
  if (credential === '') throw refuse(422, 'Pegue la credencial del proveedor.', 'credential')
  const report = await tryProvider(db, { connector, subject, base: url, credential }, moneyFacts(question))
  const values = {
    url,
    credential: seal(secrets, ownerOf(provider), credential),
    price: amountOf(question.price),
    currency: question.currency,
    monthlyCap: amountOf(question.monthlyCap),
    paceMs: Number(question.paceMs),
  }
  await asSystem(
    db,
    async (tx) => {
      await recordStep(tx, 'provider', { report, ...(report.ok ? { state: 'done' as const } : {}) })
      if (!report.ok) return
      if (provider.account) await setAccount(tx, provider.key, values)
      else await setOwnContract(tx, provider.key, values)
    },
    by,
  )
  if (report.ok) await recordTrial(db, connector, by.name)
  return { report }
}
