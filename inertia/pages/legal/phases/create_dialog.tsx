import { FormDialog } from '~/kit/dialog/form_dialog'
import { PhaseFields } from './phase_fields'
import type { PhaseOptions } from './phase_types'
import { usePhaseForm } from './use_phase_form'

/** A new phase, at the end of the catalogue. */
export function CreateDialog({ options, onClose }: { options: PhaseOptions; onClose: () => void }) {
  const form = usePhaseForm(null, onClose)
  return (
    <FormDialog opened onClose={onClose} title="Nueva fase" form={form} submitLabel="Crear fase">
      <PhaseFields form={form} options={options} />
    </FormDialog>
  )
}
