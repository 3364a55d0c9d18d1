import { Alert, Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import styles from '../orders/orders.module.css'
import type { BatchPage } from './batch_page'

type Props = Pick<BatchPage, 'batch' | 'orders' | 'hiddenObstacles'> & {
  onTakeOut: (orderIds: number[]) => void
}

/** Says of a frozen file which payments hold it and why, and of one that somebody has that it must not be uploaded. */
export function FrozenNotice({ batch, orders, hiddenObstacles: hidden, onTakeOut }: Props) {
  if (!batch.isFrozen) return null
  const held = orders.filter(({ obstacle }) => obstacle !== null)
  const times = batch.downloads === 1 ? '1 vez' : `${batch.downloads} veces`
  return (
    <Alert
      color="red"
      mb="lg"
      role="alert"
      icon={<IconLock size={18} />}
      title="Remesa congelada: no la suba al banco"
    >
      <div className={styles.stack}>
        {batch.downloads > 0 ? (
          <strong>
            El fichero ya se ha descargado {times}. Bórrelo y no lo suba. Si ya está en el banco, llame hoy
            mismo para que lo retiren.
          </strong>
        ) : null}
        <ul className={styles.list}>
          {held.map((order) => (
            <li key={order.id}>
              <strong className="num">{order.number}</strong> {order.creditor}: {order.obstacle}
            </li>
          ))}
          {hidden > 0 ? (
            <li>{hidden === 1 ? '1 pago que usted no ve.' : `${hidden} pagos que usted no ve.`}</li>
          ) : null}
        </ul>
        <p>
          No se puede descargar ni marcar como enviada hasta que esos pagos salgan de ella o se anule. Lo que
          pagaban queda pendiente; los demás pagos conservan sus aprobaciones y salen en un fichero nuevo.
        </p>
        {batch.actions.includes('take_out') && held.length > 0 ? (
          <div>
            <Button color="red" onClick={() => onTakeOut(held.map(({ id }) => id))}>
              {held.length === 1 ? 'Sacar el pago retenido' : `Sacar los ${held.length} pagos retenidos`}
            </Button>
          </div>
        ) : null}
      </div>
    </Alert>
  )
}
