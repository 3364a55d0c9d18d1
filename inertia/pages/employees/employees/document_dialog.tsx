import { SelectField } from '~/kit/fields/choice_fields'
import { FileDrop } from '~/kit/file_drop'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { Choice } from './employee_row'

type Props = { employeeId: number; kinds: Choice[]; onClose: () => void }

const accepted = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']

/** A paper of an employee: PDF or picture. */
export function DocumentDialog({ employeeId, kinds, onClose }: Props) {
  const form = useFormSubmission({
    initial: { kind: null as string | null, files: [] as File[] },
    url: urlFor('employees.documents.store', { id: employeeId }),
    leaving: 'allow',
    transform: ({ kind, files }) => ({ kind, file: files[0] ?? null }),
    onSuccess: onClose,
  })
  const files = form.field('files')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Subir documento"
      form={form}
      submitLabel="Subir documento"
      isDisabled={form.values.files.length === 0 || form.values.kind === null}
    >
      <SelectField label="Tipo" isRequired options={kinds} {...form.field('kind')} />
      <FileDrop
        {...files}
        error={files.error ?? form.errors.file}
        label="Archivo"
        help="PDF, JPG, PNG o WebP, hasta 20 MB"
        accept={accepted}
        formatsText="PDF, JPG, PNG o WebP"
        countMax={1}
        progress={form.progress}
        errors={form.errors}
      />
    </FormDialog>
  )
}
