import { FileDrop } from '~/kit/form/file_drop'
import { FormPage } from '~/kit/form/form_page'
import { useFormSubmission } from '~/kit/form/use_form_submission'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** What the first row of a file has to say. */
export const firstRowHelp = ({ needed, further }: { needed: string[]; further: string[] }) =>
  `Primera fila: ${list.format(needed)}. Además, si los hay: ${list.format(further)}.`

export type UploadFormProps = {
  title: string
  subtitle: string
  uploadUrl: string
  cancelHref: string
  label?: string
  help: string
}

/** The first step of an import: the file. Nothing is taken on yet. */
export function UploadForm({
  title,
  subtitle,
  uploadUrl,
  cancelHref,
  label = 'Fichero de Excel o CSV',
  help,
}: UploadFormProps) {
  const form = useFormSubmission({
    initial: { files: [] as File[] },
    url: uploadUrl,
    leaving: 'allow',
    transform: ({ files }) => ({ file: files[0] ?? null }),
  })
  const files = form.field('files')
  return (
    <FormPage
      title={title}
      subtitle={subtitle}
      form={form}
      submitLabel="Ver antes de importar"
      isDisabled={form.values.files.length === 0}
      cancelHref={cancelHref}
    >
      <FileDrop
        {...files}
        error={files.error ?? form.errors.file}
        label={label}
        help={help}
        countMax={1}
        progress={form.progress}
        errors={form.errors}
      />
    </FormPage>
  )
}
