import { FileDrop } from '~/kit/file_drop'
import { FormPage } from '~/kit/form_page'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'

/** The first step: the file. Nothing is imported yet. */
export function UploadForm() {
  const form = useFormSubmission({
    initial: { files: [] as File[] },
    url: urlFor('historypay.imports.upload'),
    leaving: 'allow',
    transform: ({ files }) => ({ file: files[0] ?? null }),
  })
  const files = form.field('files')
  return (
    <FormPage
      title="Importar histórico"
      subtitle="Pagos de antes de usar esta aplicación. Se consultan; no se contabilizan."
      form={form}
      submitLabel="Ver antes de importar"
      isDisabled={form.values.files.length === 0}
      cancelHref={urlFor('historypay')}
    >
      <FileDrop
        {...files}
        error={files.error ?? form.errors.file}
        label="Fichero de Excel"
        help="Primera fila: Fecha, Empresa, Beneficiario e Importe; además, si los hay, Moneda, Concepto, IBAN, Cuenta y Referencia"
        countMax={1}
        progress={form.progress}
        errors={form.errors}
      />
    </FormPage>
  )
}
