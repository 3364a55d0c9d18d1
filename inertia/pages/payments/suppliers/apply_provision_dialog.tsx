import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { PickerField } from '~/kit/fields/picker_field'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { ProvisionRow } from './payment_rows'

type Props = { provision: ProvisionRow; onClose: () => void }

/** The invoice has come: what was paid in advance is taken off it, and the accrual is reversed. */
export function ApplyProvisionDialog({ provision, onClose }: Props) {
  const form = useFormSubmission({
    initial: { invoiceId: null as PickerOption | null },
    url: urlFor('paysuppliers.provisions.apply', { id: provision.id }),
    method: 'put',
    leaving: 'allow',
    transform: ({ invoiceId }) => ({ invoiceId: invoiceId ? Number(invoiceId.value) : null }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Vincular la factura"
      form={form}
      submitLabel="Vincular la factura"
      isDisabled={form.values.invoiceId === null}
    >
      <Facts
        facts={[
          { label: 'Proveedor', value: provision.provider },
          { label: 'Provisión', value: <Money value={provision.amount} /> },
          { label: 'Anticipado', value: <Money value={provision.paid} /> },
        ]}
      />
      <PickerField
        label="Factura"
        isRequired
        url={urlFor('paysuppliers.provisions.invoices', { id: provision.id })}
        {...form.field('invoiceId')}
      />
    </FormDialog>
  )
}
