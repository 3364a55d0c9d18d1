import { FormDialog } from '~/kit/dialog/form_dialog'
import { type Option, SelectField } from '~/kit/fields/choice_fields'
import { FileDrop } from '~/kit/form/file_drop'
import { useFormSubmission } from '~/kit/form/use_form_submission'

type Props = {
  title: string
  submitLabel: string
  url: string
  kinds: Option[]
  kind?: string | null
  /** Media types, and the same as people say it: «PDF, JPG o PNG». */
  accept: string[]
  formatsText: string
  onClose: () => void
}

/** A file of a kind to be kept with a record. */
export function FileDialog({
  title,
  submitLabel,
  url,
  kinds,
  kind = null,
  accept,
  formatsText,
  onClose,
}: Props) {
  const form = useFormSubmission({
    initial: { kind, files: [] as File[] },
    url,
    leaving: 'allow',
    transform: ({ files, ...chosen }) => ({ ...chosen, file: files[0] ?? null }),
    onSuccess: onClose,
  })
  const files = form.field('files')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      form={form}
      submitLabel={submitLabel}
      isDisabled={form.values.files.length === 0 || form.values.kind === null}
    >
      <SelectField label="Tipo" isRequired options={kinds} {...form.field('kind')} />
      <FileDrop
        {...files}
        error={files.error ?? form.errors.file}
        label="Archivo"
        help={`${formatsText}, hasta 20 MB`}
        accept={accept}
        formatsText={formatsText}
        countMax={1}
        progress={form.progress}
        errors={form.errors}
      />
    </FormDialog>
  )
}
