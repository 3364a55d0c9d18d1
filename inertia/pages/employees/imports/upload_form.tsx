import { FileDrop } from '~/kit/file_drop'
import { FormPage } from '~/kit/form_page'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

type Props = { columns: { needed: string[]; further: string[] } }

/** The first step: the file. Nobody is taken on yet. */
export function UploadForm({ columns }: Props) {
  const form = useFormSubmission({
    initial: { files: [] as File[] },
    url: urlFor('employees.imports.upload'),
    leaving: 'allow',
    transform: ({ files }) => ({ file: files[0] ?? null }),
  })
  const files = form.field('files')
  return (
    <FormPage
      title="Importar empleados"
      subtitle="Altas nuevas desde un fichero. Se importan todas las filas o ninguna; las cuentas esperan a que otra persona las verifique."
      form={form}
      submitLabel="Ver antes de importar"
      isDisabled={form.values.files.length === 0}
      cancelHref={urlFor('employees')}
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
