import type { Tone } from '#app/kernel/workflow'

export const INSTALLMENT_STATES = {
  planned: { label: 'Prevista', tone: 'grey' },
  due: { label: 'Vence hoy', tone: 'blue' },
  ordered: { label: 'En pago', tone: 'blue' },
  partial: { label: 'Pagada en parte', tone: 'amber' },
  paid: { label: 'Pagada', tone: 'green' },
  offset: { label: 'Compensada', tone: 'green' },
  overdue: { label: 'Vencida', tone: 'red' },
} as const satisfies Record<string, { label: string; tone: Tone }>
export type InstallmentStatus = keyof typeof INSTALLMENT_STATES
