import { moneyText } from '~/kit/money'
import type { InvoiceState, ReviewPage } from '../review/review_types'

/** What may be done next: the one filled button of the page. */
export type NextAction = 'accept' | 'submit' | 'approve' | 'override' | 'book' | 'reread' | 'resolve'

export type Step = {
  text: string
  /** Who may take it, or why the reader may not. */
  who: string | null
  action: { name: NextAction; label: string } | null
}

/** What comes next for an invoice and who may do it. */
export function nextStep(page: ReviewPage): Step {
  const { invoice } = page
  const { state } = invoice
  switch (state) {
    case 'received':
    case 'analysing':
      return { text: 'El documento se está leyendo. Suele tardar unos segundos.', who: null, action: null }
    case 'analysis_failed':
      return {
        text: invoice.readingError ?? 'El documento no se ha podido leer.',
        who: null,
        action: offer(page, 'analyse', 'reread', 'Leer de nuevo'),
      }
    case 'pending_review':
      if (invoice.isInQuarantine)
        return {
          text: 'Llegó por la página pública. Compruebe quién la envía y acéptela para revisarla, o recházela.',
          who: null,
          action: { name: 'accept', label: 'Aceptar el registro' },
        }
      if (invoice.otherKind !== null)
        return {
          text: `Es ${invoice.otherKind}, no una factura: se guarda como lo que es y no se aprueba, ni se contabiliza, ni se paga.`,
          who: 'Si es una factura, corríjalo en «Tipo y concepto» y diga por qué.',
          action: null,
        }
      return {
        text: 'Compruebe los datos con el documento y envíela a aprobación.',
        who: null,
        action: offer(page, 'submit', 'submit', 'Enviar a aprobación'),
      }
    case 'pending_approval':
      return approvalStep(page)
    case 'approved':
      return {
        text: 'Aprobada. Falta contabilizarla.',
        who: offersAny(page, 'book') ? null : 'La contabiliza el departamento de contabilidad.',
        action: offer(page, 'book', 'book', 'Contabilizar'),
      }
    case 'booked':
      return { text: bookedText(page), who: null, action: null }
    case 'disputed':
      return {
        text: 'En disputa: no se pagará hasta que se resuelva.',
        who: null,
        action: offer(
          page,
          offersAny(page, 'resolve_booked') ? 'resolve_booked' : 'resolve_approved',
          'resolve',
          'Resolver disputa'
        ),
      }
    case 'rejected':
      return { text: 'Rechazada: no se contabiliza ni se paga.', who: null, action: null }
    case 'duplicate':
      return { text: 'Apartada por ser copia de otra factura.', who: null, action: null }
    case 'cancelled':
      return { text: 'Anulada: no queda nada por hacer.', who: null, action: null }
    default:
      return state satisfies never
  }
}

/** Whether the reader is still at work on it. */
export function isReading(state: InvoiceState): boolean {
  return state === 'received' || state === 'analysing'
}

// An account that nobody has verified yet stops the payment, not the approval.
const paymentRules = ['B1', 'B5']

/** What is still missing before it can be sent to be approved. */
export function missingParts({ invoice, provider, site, lines, alarms }: ReviewPage): string[] {
  const unclassified = lines.filter((line) => line.categoryId === null || line.accountCode === null).length
  const blocking = alarms.filter(
    (alarm) =>
      alarm.status === 'open' && alarm.severity === 'blocking' && !paymentRules.includes(alarm.ruleCode)
  ).length
  const parts = [
    provider === null && 'Asignar el proveedor',
    site === null && 'Asignar la empresa',
    invoice.number === null && 'Indicar el número',
    invoice.issuedOn === null && 'Indicar la fecha de emisión',
    invoice.total.minor === 0 && 'Indicar los importes',
    !invoice.addsUp && 'Cuadrar los totales',
    lines.length === 0 && 'Añadir al menos una línea',
    unclassified > 0 && (unclassified === 1 ? 'Clasificar una línea' : `Clasificar ${unclassified} líneas`),
    blocking > 0 &&
      (blocking === 1 ? 'Revisar una alarma bloqueante' : `Revisar ${blocking} alarmas bloqueantes`),
  ]
  return parts.filter((part) => part !== false)
}

function approvalStep(page: ReviewPage): Step {
  const { approvers, decisions, canApprove, whyNot } = page
  const given = decisions.filter((decision) => !decision.revoked).length
  const able = approvers.candidates.filter((candidate) => candidate.reason === null)
  const names = able.map((candidate) => candidate.name).join(', ')
  const others =
    able.length === 0
      ? 'Nadie puede aprobarla ahora: revise los aprobadores de la empresa.'
      : `Pueden aprobarla: ${names}.`
  const reason = whyNot ? `Usted no puede: ${whyNot.charAt(0).toLowerCase()}${whyNot.slice(1)}. ` : ''
  return {
    text: `Aprobaciones: ${given} de ${approvers.required}.`,
    who: canApprove ? others : `${reason}${others}`,
    action: approvalAction(page),
  }
}

function approvalAction(page: ReviewPage): Step['action'] {
  if (page.canApprove) return offer(page, 'approve', 'approve', `Aprobar ${moneyText(page.invoice.total)}`)
  return page.approvers.canOverride ? offer(page, 'approve', 'override', 'Aprobación de emergencia') : null
}

function bookedText({ invoice }: ReviewPage): string {
  if (invoice.outstanding.minor === 0) return 'Contabilizada y sin nada pendiente de pago.'
  const { payable, priorOpen, retainedOpen } = invoice.due
  const parts = [
    priorOpen.minor !== 0 &&
      `${moneyText(priorOpen)} figuran como pagados antes: concílielos con su movimiento o su anticipo`,
    retainedOpen.minor !== 0 && `${moneyText(retainedOpen)} están retenidos en garantía`,
  ].filter((part) => part !== false)
  const owed = payable.minor === 0 ? 'Ahora no hay nada que pagar' : `Quedan por pagar ${moneyText(payable)}`
  return `Contabilizada. ${[owed, ...parts].join('; ')}.`
}

const offersAny = ({ invoice }: ReviewPage, transition: string) => invoice.actions.includes(transition)

function offer(page: ReviewPage, transition: string, name: NextAction, label: string): Step['action'] {
  return offersAny(page, transition) ? { name, label } : null
}
