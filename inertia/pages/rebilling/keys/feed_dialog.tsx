import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { type Option, RadioField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

/** Takes a key of a month from what the product knows of each company. */
export function FeedDialog({ feeds, onClose }: { feeds: Option[]; onClose: () => void }) {
  const form = useFormSubmission({
    initial: { name: feeds[0]?.value ?? '', month: today() as string },
    url: urlFor('setting.keys.feed'),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Tomar valores" form={form} submitLabel="Tomar valores">
      <RadioField label="Qué clave" options={feeds} isRequired {...form.field('name')} />
      <DayField
        label="Un día del mes"
        help="Cuenta lo que hay el último día de ese mes; sustituye los valores que hubiera."
        isRequired
        {...form.field('month')}
      />
    </FormDialog>
  )
}
