import { RadioField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { FormPage } from '~/kit/form/form_page'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { urlFor } from '~/urls'
import styles from './entries.module.css'
import type { Entry, EntryOptions } from './entry_page'

export default function BlacklistEdit({ entry, options }: { entry: Entry; options: EntryOptions }) {
  const form = useFormSubmission({
    initial: {
      severity: entry.severity,
      reason: entry.reason as string | null,
      comment: entry.comment,
      ownerName: entry.ownerName ?? '',
      expiresOn: entry.expiresOn ?? '',
    },
    method: 'put',
    url: urlFor('iban-blacklist.update', { id: entry.id }),
    transform: (values) => ({ ...nullForEmpty(values), lockVersion: entry.lockVersion }),
  })
  return (
    <FormPage
      title={`Editar ${entry.value}`}
      subtitle="El valor no cambia. Para dejar de bloquearlo o acortar su plazo solicite la baja."
      form={form}
      submitLabel="Guardar cambios"
      cancelHref={urlFor('iban-blacklist.show', { id: entry.id })}
    >
      <RadioField label="Severidad" options={options.severities} {...form.field('severity')} />
      <SelectField label="Motivo" isRequired options={options.reasons} {...form.field('reason')} />
      <TextAreaField label="Comentario" isRequired lengthMax={500} {...form.field('comment')} />
      <div className={styles.pair}>
        <TextField label="Titular" lengthMax={160} {...form.field('ownerName')} />
        <DayField label="Caduca" help="Vacío: no caduca." {...form.field('expiresOn')} />
      </div>
    </FormPage>
  )
}
