import { Button } from '@mantine/core'
import { Section } from '~/kit/detail_page'
import { moneyText } from '~/kit/money'
import { useShared } from '~/shared_props'
import type { OrderPage } from './order_page'
import styles from './orders.module.css'

/** What may be done from this page. */
export type OrderAct = 'buffer' | 'approve' | 'release' | 'reject' | 'cancel' | 'settle' | 'fail' | 'return'

const explanations: Record<string, string> = {
  draft: 'Revise los datos y páselo a la bolsa para que se apruebe.',
  buffered: 'Espera la aprobación de quien no ha intervenido en él.',
  approved: 'Aprobado. Genere la remesa con el fichero para el banco.',
  sent: 'Está en el banco. El extracto lo dará por pagado; también puede hacerlo a mano.',
  paid: 'Pagado. Se conciliará con el extracto del banco.',
  reconciled: 'Pagado y conciliado. No queda nada por hacer.',
  failed: 'El banco lo rechazó. La factura vuelve a estar pendiente y puede pagarse con una orden nueva.',
  returned: 'El banco lo devolvió. La factura vuelve a estar pendiente y puede pagarse con una orden nueva.',
  cancelled: 'Cancelado. La factura puede pagarse con una orden nueva.',
}

const queuedText =
  'Está en una remesa pendiente de enviar. Envíe el fichero y márquela como enviada, o anule la remesa si no va a enviarse.'

type Props = Pick<OrderPage, 'order' | 'candidates' | 'canApprove'> & { onAct: (act: OrderAct) => void }

/** Where the payment is, what comes next and the buttons of who may do it. */
export function NextStep({ order, candidates, canApprove, onAct }: Props) {
  const { user } = useShared().auth
  const acts = actsOf(order, canApprove)
  const own = candidates.find((candidate) => candidate.userId === user?.id)
  const isRefused = order.actions.includes('approve') && !canApprove
  const hindrance = isRefused ? hindranceOf(own?.reason ?? 'No tiene una aprobación para esta empresa') : null
  return (
    <Section title="Siguiente paso">
      <div className={styles.stack}>
        <p>{order.isQueued ? queuedText : explanations[order.state]}</p>
        {hindrance ? <p className={styles.quiet}>{hindrance}</p> : null}
        {acts.map(({ act, label, look }) => (
          <Button
            key={act}
            fullWidth
            variant={look === 'next' ? 'filled' : look === 'danger' ? 'light' : 'default'}
            color={look === 'danger' ? 'red' : undefined}
            onClick={() => onAct(act)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Section>
  )
}

type Look = 'next' | 'plain' | 'danger'

function actsOf({ actions, amount }: OrderPage['order'], canApprove: boolean) {
  const text = moneyText(amount)
  const all: { act: OrderAct; transition: string; label: string; look: Look }[] = [
    { act: 'buffer', transition: 'buffer', label: 'Pasar a la bolsa', look: 'next' },
    { act: 'approve', transition: 'approve', label: `Aprobar ${text}`, look: 'next' },
    { act: 'release', transition: 'release', label: 'Generar remesa', look: 'next' },
    { act: 'settle', transition: 'pay', label: 'Marcar como pagado', look: 'plain' },
    { act: 'fail', transition: 'fail', label: 'Marcar como fallido', look: 'plain' },
    { act: 'return', transition: 'return', label: 'Marcar como devuelto', look: 'plain' },
    { act: 'reject', transition: 'reject', label: 'Rechazar', look: 'danger' },
    { act: 'cancel', transition: 'cancel', label: 'Cancelar el pago', look: 'plain' },
  ]
  return all.filter(
    ({ act, transition }) => actions.includes(transition) && (act !== 'approve' || canApprove)
  )
}

const hindranceOf = (reason: string) =>
  `Usted no puede aprobarlo: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.`
