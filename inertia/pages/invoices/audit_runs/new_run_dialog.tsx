import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, MultiSelectField, type Option } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import styles from '../audit/audit.module.css'

type Props = { rules: Option[]; suggested: { from: string; to: string }; onClose: () => void }

/** What to go over again: companies, days of issue, a supplier, rules. */
export function NewRunDialog({ rules, suggested, onClose }: Props) {
  const { sites } = useShared()
  const form = useFormSubmission({
    initial: {
      siteIds: [] as string[],
      from: suggested.from,
      to: suggested.to,
      provider: null as PickerOption | null,
      rules: [] as string[],
      withPaid: false,
    },
    url: urlFor('analyze.invoice.run'),
    method: 'post',
    leaving: 'allow',
    transform: ({ provider, siteIds, ...rest }) => ({
      ...rest,
      siteIds: siteIds.map(Number),
      providerIds: provider ? [Number(provider.value)] : [],
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Nuevo análisis" form={form} submitLabel="Analizar">
      <MultiSelectField
        label="Empresas"
        help="Sin elegir, todas las suyas."
        options={sites.map(({ id, code, name }) => ({ value: String(id), label: `${code} · ${name}` }))}
        {...form.field('siteIds')}
      />
      <div className={styles.pair}>
        <DayField label="Emitidas desde" isRequired {...form.field('from')} />
        <DayField label="Hasta" isRequired help="Como máximo, 24 meses." {...form.field('to')} />
      </div>
      <PickerField
        label="Proveedor"
        url={urlFor('providers.options')}
        {...form.field('provider', 'provider_ids')}
      />
      <MultiSelectField label="Reglas" help="Sin elegir, todas." options={rules} {...form.field('rules')} />
      <CheckboxField label="Incluir pagadas" {...form.field('withPaid')} />
    </FormDialog>
  )
}
