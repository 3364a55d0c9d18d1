import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { FileDrop } from '~/kit/form/file_drop'
import { FormPage } from '~/kit/form/form_page'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { firstRowHelp } from '~/kit/table_import/upload_form'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'

const help = firstRowHelp({
  needed: ['Cuenta', 'Debe', 'Haber (o Saldo)'],
  further: ['Nombre', 'NIF', 'Documento', 'Vencimiento', 'Detalle', 'Importe en divisa'],
})

/** The balances with which a company begins, from a file of sumas y saldos or of open items. */
export default function OpeningBalancesCreate() {
  const { sites } = useShared()
  const [only, ...others] = sites
  const form = useFormSubmission({
    initial: {
      site_id: only && others.length === 0 ? String(only.id) : null,
      posted_on: '',
      files: [] as File[],
      takes_difference: false,
    },
    url: urlFor('accounts.opening.store'),
    transform: ({ files, ...rest }) => ({ ...rest, file: files[0] ?? null }),
  })
  const files = form.field('files', 'file')
  return (
    <FormPage
      title="Saldos iniciales"
      subtitle="Se guardan como borrador de un asiento de apertura; otra persona lo aprueba y se contabiliza."
      form={form}
      submitLabel="Leer el fichero"
      isDisabled={form.values.files.length === 0}
      cancelHref={urlFor('accounts.manual')}
    >
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('site_id')}
      />
      <DayField label="Fecha" isRequired {...form.field('posted_on')} />
      <FileDrop
        {...files}
        label="Fichero de Excel o CSV"
        help={`${help} Las deudas con proveedores, empleados y empresas del grupo se asignan por su NIF, una fila por documento si se quieren conciliar por separado.`}
        countMax={1}
        progress={form.progress}
        errors={form.errors}
      />
      <CheckboxField
        label="Si no cuadra, llevar la diferencia a la cuenta de remanente (120)"
        {...form.field('takes_difference')}
      />
    </FormPage>
  )
}
