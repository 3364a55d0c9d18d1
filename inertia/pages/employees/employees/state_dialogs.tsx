import { FormDialog } from '~/kit/dialog/form_dialog'
import { AskedTick, lacksTick } from '~/kit/fields/asked_tick'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { urlFor } from '~/urls'
import type { EmployeeHead } from './employee_page'

type Props = { employee: EmployeeHead; onClose: () => void }

/** The days somebody is away, the last one included. */
export function AbsenceDialog({ employee, onClose }: Props) {
  const form = useFormSubmission({
    initial: { startsOn: '', endsOn: '', reason: '' },
    url: urlFor('employees.absences.store', { id: employee.id }),
    leaving: 'allow',
    transform: (typed) => nullForEmpty(typed),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Registrar ausencia"
      form={form}
      submitLabel="Registrar ausencia"
    >
      <DayField label="Primer día" isRequired {...form.field('startsOn')} />
      <DayField label="Último día" help="Vacío, hasta que se reincorpore." {...form.field('endsOn')} />
      <TextAreaField
        label="Observaciones"
        help="No escriba datos de salud: el historial no se borra."
        lengthMax={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

/** The day somebody is back at work. */
export function ReturnDialog({ employee, onClose }: Props) {
  const form = useFormSubmission({
    initial: { returnsOn: '', reason: '' },
    method: 'put',
    url: urlFor('employees.absences.end', { id: employee.id }),
    leaving: 'allow',
    transform: (typed) => nullForEmpty(typed),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Reincorporar" form={form} submitLabel="Reincorporar">
      <DayField label="Primer día de vuelta" isRequired {...form.field('returnsOn')} />
      <TextAreaField label="Observaciones" lengthMax={500} {...form.field('reason')} />
    </FormDialog>
  )
}

/** The last day of an employment, today, before or to come. */
export function TerminateDialog({ employee, onClose }: Props) {
  const form = useFormSubmission({
    initial: { endedOn: '', hasSettlement: true, reason: '', confirmNotes: false },
    url: urlFor('employees.terminate', { id: employee.id }),
    leaving: 'allow',
    transform: ({ hasSettlement, confirmNotes, ...texts }) => ({
      ...nullForEmpty(texts),
      hasSettlement,
      confirmNotes,
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Dar de baja a ${employee.name}`}
      form={form}
      submitLabel="Dar de baja"
      isDangerous
      isDisabled={lacksTick(form, 'confirmNotes')}
    >
      <DayField
        label="Fecha de baja"
        isRequired
        help="El último día de empleo. Después no entra en nómina."
        {...form.field('endedOn')}
      />
      <CheckboxField label="Tiene finiquito" {...form.field('hasSettlement')} />
      <TextAreaField label="Motivo" isRequired lengthMax={500} {...form.field('reason')} />
      <AskedTick form={form} name="confirmNotes" label="Dar de baja aunque queden notas de gastos" />
    </FormDialog>
  )
}

/** A new period of somebody who had left. */
export function RehireDialog({ employee, onClose }: Props) {
  const form = useFormSubmission({
    initial: { startedOn: '', reason: '' },
    method: 'put',
    url: urlFor('employees.rehire', { id: employee.id }),
    leaving: 'allow',
    transform: (typed) => nullForEmpty(typed),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Readmitir a ${employee.name}`}
      form={form}
      submitLabel="Readmitir"
    >
      <DayField
        label="Fecha de alta"
        isRequired
        help="Empieza un período nuevo; los anteriores se conservan."
        {...form.field('startedOn')}
      />
      <TextAreaField label="Observaciones" lengthMax={500} {...form.field('reason')} />
    </FormDialog>
  )
}
