import type { Confirmation } from '~/kit/confirm_action'
import { moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { decisionFacts } from './decision_facts'
import type { NextAction } from './next_step'
import type { ReviewPage } from './review_types'

/** A decision that only asks to be confirmed, with its reason where one is due. */
export type PlainDecision =
  | Exclude<NextAction, 'approve'>
  | 'recover'
  | 'return'
  | 'reject'
  | 'dispute'
  | 'unbook'
  | 'cancel'
  | 'complete'

const why = { label: 'Motivo', isRequired: true }

type Wording = Omit<Confirmation, 'url' | 'facts'>

const wordings: Readonly<Record<PlainDecision, Wording>> = {
  submit: {
    title: 'Enviar a aprobación',
    question: 'Compruebe que los datos son los del documento.',
    submitLabel: 'Enviar a aprobación',
  },
  book: {
    title: 'Contabilizar la factura',
    question: 'Se creará el asiento en el libro de compras.',
    submitLabel: 'Contabilizar',
  },
  reread: {
    title: 'Leer de nuevo',
    question: 'Se volverá a leer el documento y sus datos se rellenarán otra vez.',
    submitLabel: 'Leer de nuevo',
  },
  complete: {
    title: 'Completar a mano',
    question: 'La factura pasará a revisión sin datos leídos, para que los complete.',
    submitLabel: 'Completar a mano',
  },
  return: {
    title: 'Devolver a revisión',
    question: 'Volverá a quien la revisó y las aprobaciones dadas se anularán.',
    submitLabel: 'Devolver',
    reason: why,
  },
  reject: {
    title: 'Rechazar la factura',
    question: 'No se contabilizará ni se pagará.',
    submitLabel: 'Rechazar',
    isDangerous: true,
    reason: why,
  },
  dispute: {
    title: 'Disputar la factura',
    question: 'No se pagará hasta que se resuelva la disputa con el proveedor.',
    submitLabel: 'Disputar',
    reason: why,
  },
  resolve: {
    title: 'Resolver la disputa',
    question: 'La factura volverá a poder pagarse.',
    submitLabel: 'Resolver disputa',
    method: 'delete',
    reason: why,
  },
  unbook: {
    title: 'Descontabilizar la factura',
    question: 'El asiento se anulará con otro contrario y la factura volverá a revisión.',
    submitLabel: 'Descontabilizar',
    isDangerous: true,
    method: 'delete',
    reason: why,
  },
  recover: { title: 'Recuperar la factura', question: 'Volverá a revisión.', submitLabel: 'Recuperar' },
  cancel: {
    title: 'Anular la factura',
    question: 'Quedará anulada y no se podrá volver a usar.',
    submitLabel: 'Anular factura',
    isDangerous: true,
    method: 'delete',
    reason: why,
  },
}

/** The sheet that asks before a decision, repeating supplier, number, amount and account. */
export function confirmationOf(decision: PlainDecision, page: ReviewPage): Confirmation {
  const wording = wordings[decision]
  const label = decision === 'book' ? `Contabilizar ${moneyText(page.invoice.total)}` : wording.submitLabel
  return { ...wording, submitLabel: label, facts: decisionFacts(page), url: urlOf(decision, page.invoice.id) }
}

function urlOf(decision: PlainDecision, id: number): string {
  switch (decision) {
    case 'submit':
      return urlFor('invoices.submit', { id })
    case 'book':
      return urlFor('invoices.book', { id })
    case 'reread':
      return urlFor('invoices.reread', { id })
    case 'complete':
      return urlFor('invoices.complete', { id })
    case 'return':
      return urlFor('invoices.return', { id })
    case 'reject':
      return urlFor('invoices.reject', { id })
    case 'dispute':
      return urlFor('invoices.dispute', { id })
    case 'resolve':
      return urlFor('invoices.resolve', { id })
    case 'unbook':
      return urlFor('invoices.unbook', { id })
    case 'recover':
      return urlFor('invoices.recover', { id })
    case 'cancel':
      return urlFor('invoices.cancel', { id })
    default:
      return decision satisfies never
  }
}
