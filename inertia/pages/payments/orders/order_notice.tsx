import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Instant } from '~/kit/day'
import type { OrderPage } from './order_page'

/** What must not be overlooked of a payment: that it was refused, or that its file is frozen. */
export function OrderNotice({ order }: Pick<OrderPage, 'order'>) {
  const { rejection, isQueued, hold } = order
  if (rejection)
    return (
      <Alert color="red" mb="lg" role="alert" icon={<IconAlertTriangle size={18} />} title="Pago rechazado">
        {rejection.by ?? 'El sistema'} lo rechazó el <Instant value={rejection.at} />: {rejection.reason}
        <div>Corríjalo, cancélelo o páselo otra vez a la bolsa.</div>
      </Alert>
    )
  if (isQueued && hold)
    return (
      <Alert
        color="red"
        mb="lg"
        role="alert"
        icon={<IconAlertTriangle size={18} />}
        title="Este pago no puede salir"
      >
        {hold}. Su remesa no se puede descargar ni marcar como enviada mientras esté en ella: sáquelo en la
        página de la remesa.
      </Alert>
    )
  return null
}
