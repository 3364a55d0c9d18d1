import { decimalText } from '#app/kernel/money/amount_text'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { PlanFields, type PlanValues, sentPlan } from './plan_fields'
import type { ProcedurePhase } from './procedure_types'

type Props = { procedureId: number; phase: ProcedurePhase; restsInAugust: boolean; onClose: () => void }

/** Changes what is planned of a phase. */
export function PlanPhaseDialog({ procedureId, phase, restsInAugust, onClose }: Props) {
  const initial: PlanValues = {
    plannedStart: phase.plannedStart ?? '',
    plannedEnd: phase.plannedEnd ?? '',
    deadlineOn: phase.deadlineOn ?? '',
    plannedCost: phase.plannedCost.minor === 0 ? '' : decimalText(phase.plannedCost.minor, 'EUR'),
    notes: phase.notes ?? '',
  }
  const form = useFormSubmission({
    initial,
    method: 'put',
    url: urlFor('legal_procedure.phases.update', { id: procedureId, phase: phase.id }),
    leaving: 'allow',
    transform: sentPlan,
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title={`Planificar ${phase.name}`} form={form} submitLabel="Guardar">
      <PlanFields field={form.field} restsInAugust={restsInAugust} />
    </FormDialog>
  )
}
