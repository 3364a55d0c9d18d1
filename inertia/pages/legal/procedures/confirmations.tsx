import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { Cost, Offset, Procedure, ProcedurePhase } from './procedure_types'

const procedureSteps = {
  open: {
    title: 'Abrir el procedimiento',
    question: 'Empieza hoy, con su primera fase en curso.',
    verb: 'Abrir',
    method: 'post',
  },
  suspend: {
    title: 'Suspender el procedimiento',
    question: 'No se avanza en sus fases hasta que se reanude. Sus plazos siguen avisando.',
    verb: 'Suspender',
    method: 'post',
  },
  resume: {
    title: 'Reanudar el procedimiento',
    question: 'Sus fases vuelven a avanzar.',
    verb: 'Reanudar',
    method: 'delete',
  },
  reopen: {
    title: 'Reabrir el procedimiento',
    question: 'Vuelve a estar en curso.',
    verb: 'Reabrir',
    method: 'delete',
  },
  cancel: {
    title: 'Anular el procedimiento',
    question: 'No hay vuelta atrás. Los costes sin pagar se anulan con él.',
    verb: 'Sí, anular',
    method: 'post',
  },
} as const

export type ProcedureStep = keyof typeof procedureSteps

const routes = {
  open: 'legal_procedure.open',
  suspend: 'legal_procedure.suspend',
  resume: 'legal_procedure.resume',
  reopen: 'legal_procedure.reopen',
  cancel: 'legal_procedure.cancel',
} as const

/** A step of a procedure; all but opening it ask why. */
export function moveProcedure(step: ProcedureStep, { id, number, title }: Procedure): Confirmation {
  const wording = procedureSteps[step]
  return {
    title: wording.title,
    question: wording.question,
    facts: [{ label: 'Procedimiento', value: `${number} · ${title}` }],
    submitLabel: wording.verb,
    isDangerous: step === 'cancel',
    ...(step === 'open' ? {} : { reason: { label: 'Motivo', isRequired: true } }),
    url: urlFor(routes[step], { id }),
    method: wording.method,
  }
}

const phaseSteps = {
  start: { title: 'Iniciar la fase', verb: 'Iniciar', method: 'post', route: 'legal_procedure.phases.start' },
  complete: {
    title: 'Completar la fase',
    verb: 'Completar',
    method: 'post',
    route: 'legal_procedure.phases.complete',
  },
  skip: { title: 'Omitir la fase', verb: 'Omitir', method: 'post', route: 'legal_procedure.phases.skip' },
  reopen: {
    title: 'Reabrir la fase',
    verb: 'Reabrir',
    method: 'delete',
    route: 'legal_procedure.phases.reopen',
  },
} as const

export type PhaseStep = keyof typeof phaseSteps

/** A step of a phase. */
export function movePhase(step: PhaseStep, procedureId: number, phase: ProcedurePhase): Confirmation {
  const { title, verb, method, route } = phaseSteps[step]
  return {
    title,
    question:
      step === 'complete' && phase.requires
        ? `Para completarse exige ${phase.requires}.`
        : `La fase es «${phase.name}».`,
    submitLabel: verb,
    ...(step === 'skip' ? { reason: { label: 'Motivo', isRequired: true } } : {}),
    url: urlFor(route, { id: procedureId, phase: phase.id }),
    method,
  }
}

const costFacts = (cost: Cost) => [
  { label: 'Coste', value: `${cost.concept}: ${cost.description}` },
  { label: 'Beneficiario', value: cost.payee },
  { label: 'Importe', value: <Money value={cost.total} /> },
]

/** Lets a cost be paid. */
export const approveCost = (procedureId: number, cost: Cost): Confirmation => ({
  title: 'Aprobar el coste',
  question: 'Podrá pagarse, y sus datos ya no cambiarán.',
  facts: [
    ...costFacts(cost),
    { label: 'Documento', value: cost.document?.name ?? cost.invoice?.number ?? 'Falta' },
  ],
  submitLabel: `Aprobar ${moneyText(cost.total)}`,
  url: urlFor('legal_procedure.costs.approve', { id: procedureId, cost: cost.id }),
})

/** A cost that will not be paid. */
export const cancelCost = (procedureId: number, cost: Cost): Confirmation => ({
  title: 'Anular el coste',
  question: 'No se pagará. Si se contabilizó como gasto, su asiento se anula.',
  facts: costFacts(cost),
  submitLabel: `Sí, anular ${moneyText(cost.total)}`,
  isDangerous: true,
  reason: { label: 'Motivo', isRequired: true },
  url: urlFor('legal_procedure.costs.destroy', { id: procedureId, cost: cost.id }),
  method: 'delete',
})

/** A draft payment of what is left of a cost. */
export const payCost = (cost: Cost): Confirmation => {
  const pending = { minor: cost.total.minor - cost.paid.minor, currency: cost.total.currency }
  return {
    title: 'Crear el pago',
    question: cost.invoice
      ? `Se creará un pago en borrador de su factura ${cost.invoice.number}.`
      : 'Se creará un pago en borrador desde la cuenta habitual de la empresa.',
    facts: [...costFacts(cost).slice(0, 2), { label: 'Pendiente', value: <Money value={pending} /> }],
    submitLabel: `Crear pago de ${moneyText(pending)}`,
    url: urlFor('paylegalprocedures.store'),
    values: { costIds: [cost.id] },
  }
}

/** The cost is paid apart from its invoice again. */
export const unlinkInvoice = (cost: Cost): Confirmation => ({
  title: 'Desvincular la factura',
  question:
    'El coste y la factura se pagarán cada uno por su lado. Hágalo solo si la factura no es de este coste.',
  facts: [...costFacts(cost), { label: 'Factura', value: cost.invoice?.number ?? '–' }],
  submitLabel: 'Desvincular',
  isDangerous: true,
  url: urlFor('paylegalprocedures.invoices.unlink', { cost: cost.id }),
  method: 'delete',
})

/** What was paid by hand was not, or not of this cost. */
export const undoOffset = (offset: Offset): Confirmation => ({
  title: 'Deshacer el pago manual',
  question: 'Se anula su asiento y el coste vuelve a deberse.',
  facts: [
    { label: 'Coste', value: offset.cost },
    { label: 'Referencia', value: offset.reference },
    { label: 'Importe', value: <Money value={offset.amount} /> },
  ],
  submitLabel: `Deshacer ${moneyText(offset.amount)}`,
  isDangerous: true,
  reason: { label: 'Motivo', isRequired: true },
  url: urlFor('legal_procedure.offsets.destroy', { cost: offset.costId, offset: offset.id }),
  method: 'delete',
})
