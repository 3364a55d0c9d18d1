import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { SiteForm, SiteHead, SiteOptions } from './site_page'
import { TabForm } from './tab_form'

type Props = { site: SiteHead; values: SiteForm; options: SiteOptions; canWrite: boolean }

/** What the machine may do by itself in this company, and its ceilings. */
export function PoliciesTab({ site, values, options, canWrite }: Props) {
  const form = useFormSubmission({
    initial: {
      autoBookLimit: values.autoBookLimit,
      autoReconcile: values.autoReconcile,
      maxWriteoff: values.maxWriteoff,
      cardCeiling: values.cardCeiling,
      salesSource: values.salesSource,
      reason: '',
    },
    method: 'put',
    url: urlFor('sites.update', { id: site.id }),
    transform: (typed) => ({
      ...typed,
      autoBookLimit: typed.autoBookLimit.trim() || '0',
      maxWriteoff: typed.maxWriteoff.trim() || '0',
      cardCeiling: typed.cardCeiling.trim() || null,
      lockVersion: site.lockVersion,
    }),
  })
  const isDisabled = !canWrite
  return (
    <TabForm form={form} canWrite={canWrite}>
      <AmountField
        label="Contabilizar sin aprobación hasta"
        help="Facturas sin alarmas por debajo de este importe. Con 0,00 € todas esperan una aprobación."
        isDisabled={isDisabled}
        {...form.field('autoBookLimit')}
      />
      {canWrite ? (
        <TextField
          label="Motivo"
          help="Hace falta si sube el importe sin aprobación: lo confirmará otra persona."
          {...form.field('reason')}
        />
      ) : null}
      <CheckboxField
        label="Conciliar automáticamente los movimientos con coincidencia segura"
        isDisabled={isDisabled}
        {...form.field('autoReconcile')}
      />
      <AmountField
        label="Diferencia máxima al conciliar"
        help="De 0,00 a 1,00 €; se contabiliza en la cuenta de diferencias."
        isDisabled={isDisabled}
        {...form.field('maxWriteoff')}
      />
      <AmountField
        label="Techo de las tarjetas"
        help="Vacío = sin techo."
        isDisabled={isDisabled}
        {...form.field('cardCeiling')}
      />
      <SelectField
        label="Origen de las ventas"
        isDisabled={isDisabled}
        options={options.salesSources}
        {...form.field('salesSource')}
      />
    </TabForm>
  )
}
