import { FormDialog } from '~/kit/dialog/form_dialog'
import { RadioField, SelectField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { NotePage } from './expense_page'

const WHO = [
  { value: 'employee', label: 'Empleado' },
  { value: 'provider', label: 'Proveedor' },
]

/** Which company bears a note, and who is paid. */
export function AssignDialog({ page, onClose }: { page: NotePage; onClose: () => void }) {
  const { note, assigned, options } = page
  const form = useFormSubmission({
    initial: {
      siteId: assigned.site?.value ?? null,
      who: assigned.provider ? 'provider' : 'employee',
      employee: assigned.employee as PickerOption | null,
      provider: assigned.provider as PickerOption | null,
    },
    method: 'put',
    url: urlFor('payexpenses.update', { id: note.id }),
    leaving: 'allow',
    transform: ({ siteId, who, employee, provider }) => ({
      siteId,
      employeeId: who === 'employee' ? (employee?.value ?? null) : null,
      providerId: who === 'provider' ? (provider?.value ?? null) : null,
      lockVersion: note.lockVersion,
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Asignar empresa y persona" form={form} submitLabel="Asignar">
      <SelectField label="Empresa" isRequired options={options.sites} {...form.field('siteId')} />
      <RadioField label="Se paga a" options={WHO} {...form.field('who')} />
      {form.values.who === 'employee' ? (
        <PickerField
          label="Empleado"
          isRequired
          url={urlFor('payexpenses.claimants')}
          {...form.field('employee', 'employee_id')}
        />
      ) : (
        <PickerField
          label="Proveedor"
          isRequired
          url={urlFor('providers.options')}
          {...form.field('provider')}
          // That nobody is chosen is said of the employee, whoever is asked for.
          name={form.errors.provider_id ? 'provider_id' : 'employee_id'}
          error={form.errors.provider_id ?? form.errors.employee_id}
        />
      )}
    </FormDialog>
  )
}
