import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { ReviewPage } from '../review/review_types'

type Props = { page: ReviewPage; onClose: () => void }

/** One category, and its account, for every line. */
export function ClassifyDialog({ page: { invoice, lines, categories }, onClose }: Props) {
  const form = useFormSubmission({
    initial: { categoryId: null as string | null },
    url: urlFor('invoices.classification.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: (values) => ({ ...values, lockVersion: invoice.lockVersion }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Clasificar todo"
      form={form}
      submitLabel={lines.length === 1 ? 'Clasificar la línea' : `Clasificar ${lines.length} líneas`}
      isDisabled={form.values.categoryId === null}
    >
      <SelectField
        label="Categoría"
        isRequired
        help="Sustituye la categoría y la cuenta de todas las líneas."
        options={categories.map(({ id, name, accountPrefix }) => ({
          value: String(id),
          label: `${name} · ${accountPrefix}`,
        }))}
        {...form.field('categoryId')}
      />
    </FormDialog>
  )
}
