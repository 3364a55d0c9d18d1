import { Button } from '@mantine/core'
import { Section } from '~/kit/detail/detail_page'
import { moneyText } from '~/kit/money'
import { useShared } from '~/shared_props'
import type { OrderPage } from './order_page'
import styles from './orders.module.css'

/** What may be done from this page. */
export type OrderAct =
  | 'buffer'
  | 'pay_now'
  | 'approve'
  | 'override'
  | 'release'
  | 'modify'
  | 'reject'
  | 'take_out'
  | 'cancel'
  | 'settle'
  | 'fail'
  | 'return'
  | 'retry'
  | 'lend'
  | 'keep'
  | 'confirm_payee'
  | 'cancel_at_bank'
  | 'close_unknown'

const explanations: Record<string, string> = {
  draft: 'Revise los datos y páselo a la bolsa para que se apruebe.',
  buffered: 'Espera la aprobación de quien no ha intervenido en él.',
  approved: 'Aprobado. Falta generar la remesa para el banco.',
  sent: 'El banco lo tiene. El extracto lo dará por pagado.',
  paid: 'Pagado. Se conciliará con el extracto del banco.',
  reconciled: 'Pagado y conciliado. No queda nada por hacer.',
  failed: 'El banco lo rechazó. Lo que pagaba vuelve a estar pendiente y puede pagarse con una orden nueva.',
  returned:
    'El banco lo devolvió. Lo que pagaba vuelve a estar pendiente y puede pagarse con una orden nueva.',
  cancelled: 'Cancelado. Lo que pagaba puede pagarse con una orden nueva.',
}

const queuedText =
  'Está en una remesa sin enviar: nadie ha dicho que el banco la tenga. Súbala al banco y márquela como enviada, o anúlela si no va a enviarse.'
const frozenText =
  'No puede ir al banco: no suba el fichero ni haga el pago. Sáquelo de su remesa en la página de esta, o resuelva lo que lo impide.'
const markedText =
  'Una persona ha marcado su remesa como enviada; el banco aún no ha dicho nada. El extracto lo dará por pagado; también puede hacerlo a mano.'

/** Within `sent`, of a payment that goes by network. */
const sentExplanations: Record<string, string> = {
  queued: 'Espera su turno para salir hacia el banco.',
  submitting: 'Se está enviando al banco.',
  unknown:
    'El banco no respondió: puede tenerlo o no. El sistema lo busca cada dos minutos y nadie puede pagarlo de nuevo mientras tanto. Si no aparece, lo cierra una persona con el rol de sistema con un justificante del banco.',
  awaiting_authorisation:
    'Pendiente de autorizar en el banco. Ábralo y confirme la operación: nada se carga antes.',
  vop_pending_decision:
    'El banco dice que el titular de la cuenta es otro. Compruébelo con el beneficiario antes de decidir.',
}

type Props = { page: OrderPage; onAct: (act: OrderAct) => void }

/** Where the payment is, what comes next and the buttons of who may do it. */
export function NextStep({ page, onAct }: Props) {
  const { order, candidates, canApprove } = page
  const { user } = useShared().auth
  const acts = actsOf(page)
  const own = candidates.find((candidate) => candidate.userId === user?.id)
  const isRefused = order.actions.includes('approve') && !canApprove
  const hindrance = isRefused ? hindranceOf(own?.reason ?? 'No tiene una aprobación para esta empresa') : null
  return (
    <Section title="Siguiente paso">
      <div className={styles.stack}>
        <p>{explanationOf(order)}</p>
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

function explanationOf(order: OrderPage['order']): string | undefined {
  if (order.isQueued) return order.hold ? frozenText : queuedText
  if (order.sending && order.subState === 'processing') return markedText
  return sentExplanations[order.subState ?? ''] ?? explanations[order.state]
}

type Look = 'next' | 'plain' | 'danger'

function actsOf({ order: { actions, amount }, canApprove, canOverride, loan }: OrderPage) {
  const text = moneyText(amount)
  const all: { act: OrderAct; transition: string; label: string; look: Look }[] = [
    { act: 'buffer', transition: 'buffer', label: 'Pasar a la bolsa', look: 'next' },
    { act: 'pay_now', transition: 'pay_now', label: 'Pagar ahora', look: 'plain' },
    { act: 'approve', transition: 'approve', label: `Aprobar ${text}`, look: 'next' },
    { act: 'override', transition: 'approve', label: 'Aprobación de emergencia', look: 'danger' },
    { act: 'release', transition: 'release', label: 'Generar remesa', look: 'next' },
    { act: 'confirm_payee', transition: 'confirm_payee', label: 'Continuar con el pago', look: 'plain' },
    { act: 'close_unknown', transition: 'close_unknown', label: 'Cerrar con justificante', look: 'next' },
    { act: 'retry', transition: 'retry', label: 'Reintentar', look: 'next' },
    { act: 'settle', transition: 'pay', label: 'Marcar como pagado', look: 'plain' },
    { act: 'fail', transition: 'fail', label: 'Marcar como fallido', look: 'plain' },
    { act: 'return', transition: 'return', label: 'Marcar como devuelto', look: 'plain' },
    { act: 'modify', transition: 'modify', label: 'Modificar', look: 'plain' },
    { act: 'cancel_at_bank', transition: 'cancel_at_bank', label: 'Cancelar en el banco', look: 'danger' },
    { act: 'reject', transition: 'reject', label: 'Rechazar', look: 'danger' },
    { act: 'take_out', transition: 'take_out', label: 'Quitar de la bolsa', look: 'plain' },
    { act: 'cancel', transition: 'cancel', label: 'Cancelar el pago', look: 'plain' },
  ]
  const isOffered = (act: OrderAct) =>
    act === 'approve' ? canApprove : act === 'override' ? canOverride : true
  const offered = all.filter(({ act, transition }) => actions.includes(transition) && isOffered(act))
  return loan?.canLend ? [...offered, loan.chosen ? KEEP : LEND] : offered
}

const LEND = { act: 'lend', transition: 'lend', label: 'Registrar como préstamo', look: 'plain' } as const
const KEEP = {
  act: 'keep',
  transition: 'keep',
  label: 'No registrar como préstamo',
  look: 'plain',
} as const

const hindranceOf = (reason: string) =>
  `Usted no puede aprobarlo: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.`
