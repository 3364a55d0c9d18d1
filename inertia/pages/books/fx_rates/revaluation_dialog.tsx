import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'

/** Brings the accounts in another currency of a company to what they are worth on a day. */
export function RevaluationDialog({ onClose }: { onClose: () => void }) {
  const { sites } = useShared()
  const form = useFormSubmission({
    initial: {
      siteId: sites.length === 1 ? String(sites[0]?.id) : (null as string | null),
      onDate: today() as string,
    },
    url: urlFor('accounts.fx-rates.revalue'),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Registrar diferencias de cambio"
      form={form}
      submitLabel="Registrar"
    >
      <p>
        Cada cuenta en otra divisa pasa a valer lo que marca el tipo de la fecha; la diferencia va a la 668 o
        a la 768. Si ya está registrada, no se repite.
      </p>
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('siteId')}
      />
      <DayField label="Fecha" isRequired {...form.field('onDate')} />
    </FormDialog>
  )
}
