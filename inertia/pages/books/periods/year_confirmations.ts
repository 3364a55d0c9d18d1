import { counted } from '#app/kernel/text/counted'
import { monthText } from '#app/kernel/time/month_text'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { urlFor } from '~/urls'
import type { FiscalYear, Month } from './year_card'

export type YearStep = {
  name: string
  label: string
  question: string
  needsReason: boolean
  isDangerous: boolean
}

/** The steps of closing a year, by the name the server gives each. */
export const yearSteps: YearStep[] = [
  {
    name: 'soft_close',
    label: 'Cierre provisional',
    question: 'Se avisa de que el ejercicio está en cierre; aún se puede contabilizar y volver atrás.',
    needsReason: false,
    isDangerous: false,
  },
  {
    name: 'reopen',
    label: 'Reabrir',
    question: 'El ejercicio vuelve a estar abierto.',
    needsReason: true,
    isDangerous: false,
  },
  {
    name: 'close',
    label: 'Cerrar ejercicio',
    question:
      'Se registran la regularización (grupos 6 y 7 a la cuenta 129), el asiento de cierre y el de apertura del ejercicio siguiente. Después no se podrá contabilizar en él.',
    needsReason: false,
    isDangerous: true,
  },
  {
    name: 'undo_close',
    label: 'Reabrir ejercicio',
    question: 'Se anulan los asientos de regularización, cierre y apertura.',
    needsReason: true,
    isDangerous: true,
  },
]

export const movingYear = (year: FiscalYear, step: YearStep): Confirmation => ({
  title: `${step.label} · ${year.code}`,
  question: step.question,
  submitLabel: step.label,
  isDangerous: step.isDangerous,
  ...(step.needsReason ? { reason: { label: 'Motivo', isRequired: true, lengthMin: 5 } } : {}),
  url: urlFor('accounts.fiscal-years.move', { year: year.id, transition: step.name }),
})

export const lockingMonth = (siteId: number, { month, waiting }: Month): Confirmation => ({
  title: `Bloquear ${monthText(month)}`,
  question:
    waiting > 0
      ? `Hay ${counted(waiting, 'factura', 'facturas')} de este mes sin contabilizar. Si lo bloquea, se ${waiting === 1 ? 'contabilizará' : 'contabilizarán'} en otro mes.`
      : 'Nadie podrá contabilizar en este mes mientras esté bloqueado.',
  submitLabel: 'Bloquear el mes',
  isDangerous: waiting > 0,
  ...(waiting > 0 ? { reason: { label: 'Motivo', isRequired: true, lengthMin: 5 } } : {}),
  url: urlFor('accounts.periods.lock', { site: siteId, month: monthKey(month) }),
})

export const unlockingMonth = (siteId: number, month: string): Confirmation => ({
  title: `Desbloquear ${monthText(month)}`,
  question: 'Se podrá volver a contabilizar en este mes.',
  submitLabel: 'Desbloquear el mes',
  reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
  method: 'delete',
  url: urlFor('accounts.periods.unlock', { site: siteId, month: monthKey(month) }),
})

/** `2026-03-01` as the address has it: `202603`. */
const monthKey = (month: string) => Number(month.slice(0, 7).replace('-', ''))
