// The company's permission profiles as the options of a field.
import { profiles } from '@padron/contract/profiles'
import { useCall } from '../../api/use-call.ts'

export const useProfileOptions = () => {
  const { data, error, isError, refetch } = useCall(profiles.list, {})
  const options = (data?.catalogFilter ?? [])
    .filter(({ preset }) => preset.presetId !== 0)
    .map(({ preset }) => ({ value: preset.presetId, label: preset.rolePresetName }))
  return { options, isLoading: !data, failure: isError && !data ? { error, retry: () => void refetch() } : undefined }
}
