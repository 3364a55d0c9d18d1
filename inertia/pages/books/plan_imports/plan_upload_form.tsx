import { SelectField } from '~/kit/fields/choice_fields'
import { FileDrop } from '~/kit/form/file_drop'
import { FormPage } from '~/kit/form/form_page'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'

/** The first step: whose plan, and the file. Nothing is opened yet. */
export function PlanUploadForm({ siteId }: { siteId: number | null }) {
  const { sites } = useShared()
  const [only] = sites
  const known = siteId ?? (sites.length === 1 ? only?.id : undefined)
  const form = useFormSubmission({
    initial: { site_id: known === undefined ? null : String(known), files: [] as File[] },
    url: urlFor('accounts.plan.imports.preview'),
    leaving: 'allow',
    transform: ({ files, site_id }) => ({ file: files[0] ?? null, site_id }),
  })
  const files = form.field('files')
  return (
    <FormPage
      title="Importar cuentas"
      form={form}
      submitLabel="Ver antes de importar"
      isDisabled={form.values.files.length === 0}
      cancelHref={urlFor('accounts.plan')}
    >
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('site_id')}
      />
      <FileDrop
        {...files}
        error={files.error ?? form.errors.file}
        label="Fichero de cuentas"
        help="Excel o CSV con las columnas Código, Nombre y, si se quiere, Conciliable y Cuenta padre; hasta 50.000 filas"
        countMax={1}
        progress={form.progress}
        errors={form.errors}
      />
    </FormPage>
  )
}
