import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { ReasonField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import { FoundAccountField } from '../site_account_field'
import { ordersFacts } from './order_confirmations'

/** A payment that has not left, as it is shown. */
export type Modified = {
  id: number
  number: string
  accountId: number
  creditor: string
  iban: string | null
  amount: MoneyValue
  executionDate: string
  isInstant: boolean
  fingerprint: string
  /** In the pay buffer: its approvals are lost. */
  isInBuffer: boolean
}

type Props = { order: Modified; onClose: () => void; onDone: () => void }

/** Another account, day or speed for a payment; one of the pay buffer becomes a draft again, and somebody says why. */
export function ModifyDialog({ order, onClose, onDone }: Props) {
  const { isInBuffer, fingerprint } = order
  const form = useFormSubmission({
    initial: {
      debtorAccountId: String(order.accountId) as string | null,
      executionDate: order.executionDate,
      isInstant: order.isInstant,
      reason: '',
    },
    method: 'put',
    url: urlFor('payment_orders.modify', { id: order.id }),
    leaving: 'allow',
    transform: ({ reason, ...direction }) => ({
      ...direction,
      fingerprint,
      reason: isInBuffer ? reason : null,
    }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Modificar el pago ${order.number}`}
      form={form}
      submitLabel="Modificar"
      isDisabled={isInBuffer && form.values.reason.trim() === ''}
    >
      {isInBuffer ? <div>Volverá a borrador y las aprobaciones dadas quedarán sin efecto.</div> : null}
      <Facts facts={ordersFacts([order])} />
      <FoundAccountField
        label="Cuenta de origen"
        isRequired
        url={urlFor('payment_orders.accounts', { id: order.id })}
        {...form.field('debtorAccountId')}
      />
      <DayField
        label="Fecha de ejecución"
        isRequired
        help="Si ese día el banco no ejecuta pagos, será el siguiente."
        {...form.field('executionDate')}
      />
      {order.amount.currency === 'EUR' ? (
        <CheckboxField
          label="Transferencia inmediata"
          help="Llega en segundos, a cualquier hora, y no se puede anular. Necesita una aprobación más."
          {...form.field('isInstant')}
        />
      ) : null}
      {isInBuffer ? <ReasonField {...form.field('reason')} /> : null}
    </FormDialog>
  )
}
