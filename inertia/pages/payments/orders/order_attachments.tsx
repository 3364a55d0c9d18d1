import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { FileField } from '~/kit/fields/file_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { OrderPage } from './order_page'
import styles from './orders.module.css'

type Props = Pick<OrderPage, 'order' | 'attachments'>

/** The documents that go with a payment: those of what it pays, and those that somebody added. */
export function OrderAttachments({ order, attachments }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <div className={styles.stack}>
      {attachments.length === 0 ? <p className={styles.quiet}>No hay justificantes.</p> : null}
      {attachments.map(({ fileId, name }) => (
        <Anchor key={fileId} href={urlFor('payment_orders.attachment', { id: order.id, file: fileId })}>
          {name}
        </Anchor>
      ))}
      {order.canAttach ? (
        <div>
          <Button variant="default" onClick={() => setIsAdding(true)}>
            Añadir justificante
          </Button>
        </div>
      ) : null}
      {isAdding ? <AddDialog order={order} onClose={() => setIsAdding(false)} /> : null}
    </div>
  )
}

function AddDialog({ order, onClose }: Pick<OrderPage, 'order'> & { onClose: () => void }) {
  const form = useFormSubmission({
    initial: { file: null as File | null },
    url: urlFor('payment_orders.attach', { id: order.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Añadir justificante" form={form} submitLabel="Añadir">
      <FileField
        label="Documento"
        isRequired
        accept=".pdf,.png,.jpg,.jpeg"
        help="PDF o imagen, hasta 20 MB."
        {...form.field('file')}
      />
    </FormDialog>
  )
}
