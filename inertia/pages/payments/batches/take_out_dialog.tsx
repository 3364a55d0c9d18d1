import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { TextAreaField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { Batch, BatchOrder } from './batch_page'

type Props = { batch: Batch; leaving: BatchOrder[]; onClose: () => void }

/** Takes payments out of a batch; asks whether its file is at the bank where somebody has it. */
export function TakeOutDialog({ batch, leaving, onClose }: Props) {
  const isTaken = batch.downloads > 0
  const form = useFormSubmission({
    initial: { reason: reasonOf(leaving), isNotAtBank: false },
    url: urlFor('payment_batches.take_out', { id: batch.id }),
    leaving: 'allow',
    transform: (typed) => ({ ...typed, orderIds: leaving.map(({ id }) => id) }),
    onSuccess: onClose,
  })
  const isLast = leaving.length === batch.count
  const many = leaving.length > 1
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={many ? 'Sacar pagos de la remesa' : 'Sacar el pago de la remesa'}
      form={form}
      submitLabel={many ? `Sacar ${leaving.length} pagos` : `Sacar ${leaving[0]?.number ?? 'el pago'}`}
      isDangerous
      isDisabled={form.values.reason.trim() === '' || (isTaken && !form.values.isNotAtBank)}
    >
      <p>{consequenceOf(batch, isLast)}</p>
      <Facts
        facts={leaving.map((order) => ({
          label: order.number,
          value: (
            <>
              {order.creditor} · <Money value={order.amount} />
            </>
          ),
        }))}
      />
      {isTaken ? (
        <CheckboxField
          label="He comprobado en la banca electrónica que el fichero descargado no está subido, o que el banco lo ha retirado."
          isRequired
          help="Si el banco llega a ejecutarlo, se pagaría dos veces. Si ya lo ha ejecutado, no saque el pago: espere el extracto."
          {...form.field('isNotAtBank')}
        />
      ) : null}
      <TextAreaField label="Motivo" isRequired lengthMin={5} lengthMax={500} {...form.field('reason')} />
    </FormDialog>
  )
}

function consequenceOf({ channel }: Batch, isLast: boolean): string {
  const debt =
    'Queda cancelado con lo que pagaba pendiente: podrá pagarse con una orden nueva, que se aprueba de nuevo.'
  if (isLast) return `${debt} No queda ningún otro pago: la remesa se anula.`
  return channel === 'sepa_file'
    ? `${debt} Para los demás se escribe un fichero nuevo, con otro identificador; el anterior queda retirado.`
    : `${debt} Los demás siguen en la remesa.`
}

/** What speaks against it is why it leaves; whoever takes out another says why. */
const reasonOf = (leaving: BatchOrder[]): string => leaving[0]?.obstacle ?? ''
