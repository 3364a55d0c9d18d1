import type { Tone } from '#app/kernel/workflow'
import {
  BATCH_STATUS,
  type PaymentOrderStatus,
  paymentOrderWorkflow,
  type SentSubStatus,
  sentWorkflow,
} from '#app/payments/orders/payment_order_workflow'

export type Badge = { label: string; tone: Tone }

/** What the state of a payment is told from; what is left out is not known there and not claimed. */
export type BadgeFacts = {
  status: PaymentOrderStatus
  subStatus: SentSubStatus | null
  channel: string
  holdReason?: string | null
  /** Somebody took the file of its batch. */
  isDownloaded?: boolean
  /** An approver refused it, and nobody has done anything about it since. */
  isRejected?: boolean
  /** A person says that it was paid, and no bank yet. */
  isPaidByHand?: boolean
  /** Where somebody has to authorise it: «Qonto». */
  provider?: string | null
}

/**
 * The state of a payment in words that are true of it (docs/decisions/0049): a file that is made is not sent, and what a person
 * marked is not what a bank said.
 */
export function orderBadge(facts: BadgeFacts): Badge {
  const { status, subStatus, channel } = facts
  if (status === 'draft' && facts.isRejected) return { label: 'Rechazado', tone: 'red' }
  if (status === 'paid' && facts.isPaidByHand) return { label: 'Marcado como pagado', tone: 'green' }
  if (status !== 'sent' || subStatus === null)
    return { label: paymentOrderWorkflow.label(status), tone: paymentOrderWorkflow.tone(status) }
  if (channel === 'api') return networkBadge(subStatus, facts.provider ?? null)
  if (subStatus === 'queued') return fileBadge(facts)
  if (subStatus === 'processing') return { label: 'Marcado como enviado', tone: 'blue' }
  return {
    label: `Marcado como enviado · ${sentWorkflow.label(subStatus)}`,
    tone: sentWorkflow.tone(subStatus),
  }
}

/** That it is not sent comes first: in a narrow column the rest is cut off. */
const GENERATED = 'Sin enviar · fichero generado'
const DOWNLOADED = 'Sin enviar · fichero descargado'

function fileBadge({ channel, holdReason, isDownloaded }: BadgeFacts): Badge {
  if (holdReason) return { label: 'Congelado en su remesa', tone: 'red' }
  if (channel === 'manual') return { label: 'Sin enviar', tone: 'blue' }
  return {
    label: isDownloaded ? DOWNLOADED : GENERATED,
    tone: 'blue',
  }
}

/** Of what goes by network the bank itself says where it is. */
function networkBadge(subStatus: SentSubStatus, provider: string | null): Badge {
  if (subStatus === 'awaiting_authorisation' && provider !== null)
    return { label: `Pendiente de autorizar en ${provider}`, tone: 'amber' }
  if (subStatus === 'queued') return { label: 'Sin enviar · en cola', tone: 'blue' }
  if (subStatus === 'submitting') return { label: 'Enviando al banco', tone: 'blue' }
  const tone = subStatus === 'unknown' || subStatus === 'vop_pending_decision' ? 'amber' : 'blue'
  return { label: `Enviado · ${sentWorkflow.label(subStatus)}`, tone }
}

export type BatchFacts = {
  status: keyof typeof BATCH_STATUS
  channel: string
  downloads: number
  /** One of its payments may not leave any more. */
  isFrozen: boolean
}

/** The state of a batch, in the same way. */
export function batchBadge({ status, channel, downloads, isFrozen }: BatchFacts): Badge {
  if (status === 'ready') {
    if (isFrozen) return { label: 'Congelada', tone: 'red' }
    if (channel === 'api') return { label: 'Sin enviar · en cola', tone: 'blue' }
    if (channel === 'manual') return { label: 'Sin enviar', tone: 'blue' }
    return {
      label: downloads > 0 ? DOWNLOADED : GENERATED,
      tone: 'blue',
    }
  }
  if (status === 'sent' && channel !== 'api') return { label: 'Marcada como enviada', tone: 'blue' }
  return BATCH_STATUS[status]
}
