import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { blankPlan, PlanFields, sentPlan } from './plan_fields'
import type { ProcedurePage } from './procedure_types'

/** Another phase of the catalogue, at a place among those that are there. */
export function AddPhaseDialog({ page, onClose }: { page: ProcedurePage; onClose: () => void }) {
  const { procedure, phases, options } = page
  const form = useFormSubmission({
    initial: {
      ...blankPlan,
      phaseId: null as string | null,
      position: String(phases.length + 1) as string | null,
    },
    url: urlFor('legal_procedure.phases.store', { id: procedure.id }),
    leaving: 'allow',
    transform: ({ phaseId, position, ...plan }) => ({
      ...sentPlan(plan),
      phaseId,
      position: position === null ? null : Number(position),
    }),
    onSuccess: onClose,
  })
  const places = [
    ...phases.map((phase, index) => ({
      value: String(index + 1),
      label: `${index + 1}. Antes de «${phase.name}»`,
    })),
    { value: String(phases.length + 1), label: `${phases.length + 1}. Al final` },
  ]
  return (
    <FormDialog opened onClose={onClose} title="Añadir fase" form={form} submitLabel="Añadir fase">
      <SelectField label="Fase" isRequired options={options.phases} {...form.field('phaseId')} />
      <SelectField label="Posición" isRequired options={places} {...form.field('position')} />
      <PlanFields field={form.field} restsInAugust={options.restsInAugust} />
    </FormDialog>
  )
}
