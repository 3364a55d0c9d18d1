import type { Confirmation } from '~/kit/dialog/confirm_action'
import { moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { overrideApproval } from '../../../sites/override_approval'
import type { ReviewPage } from '../review/review_types'
import { decisionFacts } from './decision_facts'
import type { NextAction } from './next_step'

/** A decision that only asks to be confirmed, with its reason where one is due. */
export type PlainDecision =
  | Exclude<NextAction, 'approve'>
  | 'book_directly'
  | 'cancel_reading'
  | 'recover'
  | 'return'
  | 'reject'
  | 'dispute'
  | 'unbook'
  | 'cancel'
  | 'complete'
  | 'release_retention'
  | 'release_prior'

const why = { label: 'Motivo', isRequired: true }

type Wording = Omit<Confirmation, 'url' | 'facts'>

const wordings: Readonly<Record<Exclude<PlainDecision, 'override'>, Wording>> = {
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
  accept: {
    title: 'Aceptar el registro público',
    question:
      'La factura saldrá de la cuarentena y podrá revisarse y enviarse a aprobación. No crea el proveedor ni da por buena su cuenta.',
    submitLabel: 'Aceptar registro',
  },
  book_directly: {
    title: 'Contabilizar sin aprobación',
    question:
      'La factura no supera el límite de la empresa y no tiene alarmas abiertas: se contabilizará ahora.',
    submitLabel: 'Contabilizar directo',
  },
  cancel_reading: {
    title: 'Cancelar la lectura',
    question: 'La factura quedará para completarla a mano o leerla de nuevo.',
    submitLabel: 'Cancelar lectura',
    method: 'delete',
  },
  recover: { title: 'Recuperar la factura', question: 'Volverá a revisión.', submitLabel: 'Recuperar' },
  release_retention: {
    title: 'Liberar la retención',
    question: 'Lo retenido en garantía podrá pagarse. Quedará quién lo liberó, cuándo y por qué.',
    submitLabel: 'Liberar retención',
    method: 'delete',
    values: { held: 'retention' },
    reason: why,
  },
  release_prior: {
    title: 'Hay que pagarlo',
    question:
      'Lo que el documento da por pagado no lo estaba: podrá pagarse. Quedará quién lo dijo, cuándo y por qué.',
    submitLabel: 'Permitir el pago',
    isDangerous: true,
    method: 'delete',
    values: { held: 'prior' },
    reason: why,
  },
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
  if (decision === 'override') return overrideOf(page)
  const wording = wordings[decision]
  const label =
    decision === 'book' || decision === 'book_directly'
      ? `Contabilizar ${moneyText(page.invoice.total)}`
      : wording.submitLabel
  return { ...wording, submitLabel: label, facts: decisionFacts(page), url: urlOf(decision, page.invoice.id) }
}

function overrideOf(page: ReviewPage): Confirmation {
  const { id, total, fingerprint } = page.invoice
  const url = urlFor('invoices.override', { id })
  return overrideApproval({
    what: 'la factura',
    amount: total,
    facts: decisionFacts(page),
    fingerprint,
    url,
  })
}

function urlOf(decision: Exclude<PlainDecision, 'override'>, id: number): string {
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
    case 'accept':
      return urlFor('invoices.accept', { id })
    case 'book_directly':
      return urlFor('invoices.book_directly', { id })
    case 'cancel_reading':
      return urlFor('invoices.reading.cancel', { id })
    case 'recover':
      return urlFor('invoices.recover', { id })
    case 'release_retention':
    case 'release_prior':
      return urlFor('invoices.due.release', { id })
    case 'cancel':
      return urlFor('invoices.cancel', { id })
    default:
      return decision satisfies never
  }
}
