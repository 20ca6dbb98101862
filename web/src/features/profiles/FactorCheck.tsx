import { FACTOR_LABEL } from './levels.ts'

type FactorProps = { isRequired: boolean; off?: boolean; onChange: (isRequired: boolean) => void }

/** Whether users with the profile must sign in with a second factor. Part of both forms of a profile. */
export const FactorCheck = ({ isRequired, off = false, onChange }: FactorProps) => (
  <label className="check">
    <input type="checkbox" checked={isRequired} disabled={off} onChange={({ target }) => onChange(target.checked)} />
    {FACTOR_LABEL} a quien tenga este perfil
  </label>
)
