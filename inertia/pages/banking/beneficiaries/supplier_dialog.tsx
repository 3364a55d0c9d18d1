import { Loader } from '@mantine/core'
import { Dialog } from '~/kit/dialog/dialog'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { LoadFailure } from '~/kit/load_failure'
import type { Option } from '../bank_props'
import styles from '../banking.module.css'

type Row = { name: string; account: string; supplier: string | null }
type Props = { url: string; row: Row; onClose: () => void }

const title = 'Asociar a un proveedor'

/** Which supplier's account a beneficiary without IBAN is: then the invoices of that supplier are paid to it. */
export function SupplierDialog({ url, row, onClose }: Props) {
  const { answer, ...loading } = useAnswer<{ data: Option[] }>({ url })
  if (answer) return <SupplierForm url={url} row={row} options={answer.data} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={title}>
      {loading.hasFailed ? (
        <LoadFailure text="No se han podido cargar las cuentas de los proveedores." {...loading} />
      ) : (
        <Loader size="sm" aria-label="Cargando" />
      )}
    </Dialog>
  )
}

function SupplierForm({ url, row, options, onClose }: Props & { options: Option[] }) {
  const form = useFormSubmission({
    initial: { providerBankId: null as string | null },
    method: 'put',
    url,
    leaving: 'allow',
    transform: ({ providerBankId }) => ({
      providerBankId: providerBankId === null ? null : Number(providerBankId),
    }),
    onSuccess: onClose,
  })
  const { providerBankId: chosen } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      form={form}
      submitLabel={chosen === null && row.supplier ? 'Quitar la asociación' : 'Asociar'}
      isDisabled={chosen === null && row.supplier === null}
    >
      <p className={styles.text}>
        Las facturas del proveedor se podrán pagar a «{row.name}» ({row.account}) desde las cuentas de esta
        conexión. Otra persona tendrá que verificarlo.
        {row.supplier ? ` Ahora es la cuenta de ${row.supplier}.` : ''}
      </p>
      <SelectField
        label="Cuenta del proveedor"
        options={options}
        help={
          options.length === 0
            ? 'Ningún proveedor tiene una cuenta verificada sin IBAN que acabe igual.'
            : 'Solo las verificadas, sin IBAN y que acaban igual.'
        }
        {...form.field('providerBankId')}
      />
    </FormDialog>
  )
}
