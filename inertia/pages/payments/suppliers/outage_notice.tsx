import { Alert } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Instant } from '~/kit/day'
import type { OrderListing } from './payment_rows'

/** Banks that payments wait for: nobody has to do anything for those that may. */
export function OutageNotice({ outages }: Pick<OrderListing, 'outages'>) {
  if (outages.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconPlugConnectedX size={18} />}
      title={outages.length === 1 ? 'Un banco no responde' : `${outages.length} bancos no responden`}
    >
      {outages.map(({ id, account, since }) => (
        <div key={id}>
          {account}, desde <Instant value={since} />. Sus pagos esperan y saldrán cuando el banco vuelva.
        </div>
      ))}
    </Alert>
  )
}
