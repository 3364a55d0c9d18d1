import { FileDrop } from '~/kit/file_drop'
import { FormPage } from '~/kit/form_page'
import { useFormSubmission } from '~/kit/use_form_submission'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

type Props = {
  title: string
  subtitle: string
  uploadUrl: string
  cancelHref: string
  columns: { needed: string[]; further: string[] }
}

/** The first step of an import: the file. Nothing is taken on yet. */
export function UploadForm({ title, subtitle, uploadUrl, cancelHref, columns }: Props) {
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
        label="Fichero de Excel o CSV"
        help={`Primera fila: ${list.format(columns.needed)}. Además, si los hay: ${list.format(columns.further)}.`}
        countMax={1}
        progress={form.progress}
        errors={form.errors}
      />
    </FormPage>
  )
}
