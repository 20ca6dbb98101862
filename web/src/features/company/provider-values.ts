// The values of the identity provider's form, their validation, and the body of the request. Pure.
import { type CompanyProvider, SIGN_IN_TEXTS } from '@padron/contract/company-sign-in'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'

export type GroupValues = { group: string; presetId: number | null }
export type ProviderValues = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Separated by commas. */
  domains: string
  groupsClaim: string
  groups: readonly GroupValues[]
  linksByMail: boolean
  forced: boolean
}

const NEW: ProviderValues = {
  issuer: '',
  clientId: '',
  clientSecret: '',
  domains: '',
  groupsClaim: 'groups',
  groups: [],
  linksByMail: false,
  forced: false,
}

export const toProviderValues = (provider: CompanyProvider | null): ProviderValues => {
  if (!provider) return NEW
  const { version: _, domains, ...rest } = provider
  return { ...NEW, ...rest, domains: domains.join(', ') }
}

const domainsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\s,;]+/)
      .map((each) => each.replace(/^@/, '').toLowerCase())
      .filter(Boolean),
  ),
]

/** @param provider the stored one: its secret stays if none is typed. The server validates more. */
export const validateProvider = (values: ProviderValues, provider: CompanyProvider | null): Faults => {
  const { issuer, clientId, clientSecret, groupsClaim, groups } = values
  const isSame = provider?.issuer === issuer && provider.clientId === clientId
  const ofGroups = groups.flatMap(({ group, presetId }, i) => [
    [`groups.${i}.group`, !group.trim() && 'Escriba el grupo'] as const,
    [`groups.${i}.presetId`, presetId === null && 'Elija un perfil'] as const,
  ])
  return onlyFaults({
    issuer: !/^https?:\/\/./.test(issuer) && SIGN_IN_TEXTS.issuer,
    clientId: !clientId && 'Escriba el cliente',
    clientSecret: !isSame && !clientSecret && SIGN_IN_TEXTS.secret,
    groupsClaim: !groupsClaim && 'Escriba el nombre del dato',
    ...Object.fromEntries(ofGroups),
  })
}

/** The body of the request. @param values without faults */
export const toProviderBody = (
  { clientSecret, domains, groups, ...values }: ProviderValues,
  version: number | undefined,
) => ({
  ...values,
  ...(clientSecret && { clientSecret }),
  domains: domainsOf(domains),
  groups: groups.map(({ group, presetId }) => ({ group, presetId: presetId ?? 0 })),
  ...(version !== undefined && { version }),
})
