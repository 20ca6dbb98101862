// 'Agregar vehículo' (spec core §5), for vehicles_admin.
import type { ReactNode } from 'react'
import { VehicleFormDialog } from './VehicleFormDialog.tsx'

export const AddVehicleDialog = ({ onClose }: { onClose: () => void }): ReactNode => (
  <VehicleFormDialog title="Agregar vehículo" onClose={onClose} />
)
