import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { type Option, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

type Props = { concepts: Option[]; onClose: () => void }

/** One salary by hand. With the whole breakdown its accrual is posted too. */
export function CreateDialog({ concepts, onClose }: Props) {
  const form = useFormSubmission({
    initial: {
      employeeId: null as PickerOption | null,
      period: '',
      concept: 'salary' as string | null,
      net: '',
      gross: '',
      irpf: '',
      social: '',
      employerSocial: '',
      payOn: '',
    },
    url: urlFor('paypayrolls.store'),
    leaving: 'allow',
    transform: ({ employeeId, ...typed }) => ({
      ...Object.fromEntries(
        Object.entries(typed).map(([name, value]) => [name, value === '' ? null : value])
      ),
      employeeId: employeeId ? Number(employeeId.value) : null,
      period: periodOf(typed.period),
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo pago de nómina"
      form={form}
      submitLabel="Crear pago de nómina"
    >
      <PickerField
        label="Empleado"
        isRequired
        url={urlFor('employees.options')}
        {...form.field('employeeId')}
      />
      <TextField label="Periodo" isRequired help="Mes y año: 11/2026." {...form.field('period')} />
      <SelectField label="Concepto" isRequired options={concepts} {...form.field('concept')} />
      <AmountField label="Neto" isRequired currency="EUR" {...form.field('net')} />
      <DayField label="Fecha de pago" isRequired {...form.field('payOn')} />
      <AmountField
        label="Bruto"
        currency="EUR"
        help="Con bruto, IRPF y Seguridad Social se contabiliza también el devengo."
        {...form.field('gross')}
      />
      <AmountField label="IRPF" currency="EUR" {...form.field('irpf')} />
      <AmountField label="Seguridad Social del trabajador" currency="EUR" {...form.field('social')} />
      <AmountField label="Seguridad Social de la empresa" currency="EUR" {...form.field('employerSocial')} />
    </FormDialog>
  )
}

/** «11/2026» as `2026-11`. */
function periodOf(text: string): string {
  const found = /^(\d{1,2})[/-](\d{4})$/.exec(text.trim())
  return found ? `${found[2]}-${found[1]?.padStart(2, '0')}` : text.trim()
}
