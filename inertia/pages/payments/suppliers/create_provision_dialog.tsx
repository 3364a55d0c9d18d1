import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor, withQuery } from '~/urls'
import { SiteAccountField } from '../site_account_field'

/** What a supplier will be owed before its invoice comes. */
export function CreateProvisionDialog({ onClose }: { onClose: () => void }) {
  const { sites } = useShared()
  const form = useFormSubmission({
    initial: {
      siteId: (sites.length === 1 && sites[0] ? String(sites[0].id) : null) as string | null,
      providerId: null as PickerOption | null,
      concept: '',
      amount: '',
      expectedOn: '',
      expenseAccountId: null as PickerOption | null,
      reserveAccountId: null as string | null,
    },
    url: urlFor('paysuppliers.provisions.store'),
    leaving: 'allow',
    transform: ({ siteId, providerId, expenseAccountId, reserveAccountId, ...typed }) => ({
      ...typed,
      siteId: siteId === null ? null : Number(siteId),
      providerId: providerId ? Number(providerId.value) : null,
      expenseAccountId: expenseAccountId ? Number(expenseAccountId.value) : null,
      reserveAccountId: reserveAccountId === null ? null : Number(reserveAccountId),
    }),
    onSuccess: onClose,
  })
  const siteId = form.values.siteId
  return (
    <FormDialog opened onClose={onClose} title="Nueva provisión" form={form} submitLabel="Crear provisión">
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('siteId')}
        onChange={(chosen) => form.set({ siteId: chosen, expenseAccountId: null, reserveAccountId: null })}
      />
      <PickerField
        label="Proveedor"
        isRequired
        url={urlFor('providers.options')}
        {...form.field('providerId')}
      />
      <TextField label="Concepto" isRequired lengthMax={120} {...form.field('concept')} />
      <AmountField label="Importe" isRequired currency="EUR" {...form.field('amount')} />
      <DayField label="Fecha prevista" isRequired {...form.field('expectedOn')} />
      {siteId ? (
        <>
          <PickerField
            key={siteId}
            label="Cuenta de gasto"
            isRequired
            url={withQuery(urlFor('paysuppliers.expense-accounts'), { site_id: siteId })}
            {...form.field('expenseAccountId')}
          />
          <SiteAccountField
            label="Reservar fondos"
            url={withQuery(urlFor('paysuppliers.accounts'), { own: true })}
            siteId={siteId}
            help="El importe deja de estar disponible en la cuenta hasta que se pague o se cancele."
            {...form.field('reserveAccountId')}
          />
        </>
      ) : null}
    </FormDialog>
  )
}
