// The values of a service account's form. Pure.
import type { Permission } from '@padron/contract/permissions'
import { PERMISSIONS } from '@padron/contract/permissions'
import { NewServiceAccount, type ServiceAccount, ServiceAccountChange } from '@padron/contract/service-accounts'
import { type Faults, schemaFaults } from '../../ui/form/faults.ts'

export type ServiceAccountValues = {
  name: string
  permissions: readonly Permission[]
  /** Undefined: the expiry does not change. */
  days: number | undefined
  /** Separated by lines, spaces or commas. */
  addresses: string
}

/** No permission is selected initially. */
export const NEW: ServiceAccountValues = { name: '', permissions: [], days: 366, addresses: '' }

export const toServiceAccountValues = ({ name, permissions, addresses }: ServiceAccount): ServiceAccountValues => ({
  name,
  permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
  days: undefined,
  addresses: addresses.join('\n'),
})

const withoutDays = ({ name, permissions, addresses }: ServiceAccountValues) => ({
  name,
  permissions: [...permissions],
  addresses: addresses.split(/[\s,;]+/).filter(Boolean),
})

export const newBody = ({ days = 0, ...values }: ServiceAccountValues) => ({
  ...withoutDays({ ...values, days }),
  days,
})
export const changedBody = (values: ServiceAccountValues) => ({
  ...withoutDays(values),
  ...(values.days === undefined ? {} : { days: values.days }),
})

export const newFaults = (values: ServiceAccountValues): Faults => schemaFaults(NewServiceAccount, newBody(values))
export const changeFaults = (values: ServiceAccountValues): Faults =>
  schemaFaults(ServiceAccountChange, changedBody(values))
