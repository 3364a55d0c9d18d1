import { addMonths, today } from '#app/kernel/time/calendar_date'
import { monthText } from '#app/kernel/time/month_text'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

type Props = { accountId: number; onClose: () => void }

const monthsBack = 24

/** The months that are over, the last one first. */
function months() {
  return Array.from({ length: monthsBack }, (_, back) => {
    const value = addMonths(today(), -1 - back).slice(0, 7)
    return { value, label: monthText(value) }
  })
}

/** Draws up the acta of a month, or its draft again. */
export function PrepareDialog({ accountId, onClose }: Props) {
  const options = months()
  const form = useFormSubmission({
    initial: { month: (options[0]?.value ?? null) as string | null },
    url: urlFor('accounts.certificates.store', { id: accountId }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Preparar acta de conciliación"
      form={form}
      submitLabel="Preparar acta"
    >
      <SelectField
        label="Mes"
        isRequired
        options={options}
        help="Hace falta un extracto que llegue a su último día."
        {...form.field('month')}
      />
    </FormDialog>
  )
}
