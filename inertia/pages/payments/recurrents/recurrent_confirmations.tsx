import { decimalText } from '#app/kernel/money/amount_text'
import { Day } from '~/kit/day'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { Occurrence, RecurrentPage } from './recurrent_rows'

type Agreement = { id: number; concept: string; payee: string }

const wordings = {
  pause: {
    title: 'Pausar',
    question: 'No se prepararán más pagos hasta que lo reanude. Los que ya existen siguen su curso.',
  },
  resume: {
    title: 'Reanudar',
    question: 'Se prepararán los próximos vencimientos desde hoy. Los de la pausa no se recuperan.',
  },
  end: { title: 'Finalizar', question: 'No se prepararán más pagos y no podrá reanudarse.' },
} as const

export type RecurrentStep = keyof typeof wordings

/** Pauses, resumes or ends an agreement. */
export function moveRecurrent(step: RecurrentStep, { id, concept, payee }: Agreement): Confirmation {
  const { title, question } = wordings[step]
  return {
    title: `${title} el pago recurrente`,
    question,
    facts: [
      { label: 'Concepto', value: concept },
      { label: 'Beneficiario', value: payee },
    ],
    submitLabel: title,
    isDangerous: step === 'end',
    reason: { label: 'Motivo', isRequired: true },
    url: urlFor(`payrecurrents.${step}`, { id }),
  }
}

/** A day that is not paid. */
export function skipDay(recurrentId: number, occurrence: Occurrence): Confirmation {
  return {
    title: 'Omitir el vencimiento',
    question: 'Este vencimiento no se pagará. Los demás no cambian.',
    facts: [
      { label: 'Vencimiento', value: <Day value={occurrence.dueOn} /> },
      { label: 'Importe', value: <Money value={occurrence.amount} /> },
    ],
    submitLabel: 'Omitir',
    isDangerous: true,
    reason: { label: 'Motivo', isRequired: true },
    url: urlFor('payrecurrents.skip', { id: recurrentId, occurrence: occurrence.id }),
  }
}

/** The yearly change of the amount. */
export function reviseAmount(
  { recurrent }: RecurrentPage,
  revision: NonNullable<RecurrentPage['revision']>
): Confirmation {
  return {
    title: 'Revisar el importe',
    question: `El importe sube un ${revision.percent} % según lo pactado. Los borradores se rehacen.`,
    facts: [{ label: 'Importe nuevo', value: <Money value={revision.proposed} /> }],
    submitLabel: `Revisar a ${moneyText(revision.proposed)}`,
    url: urlFor('payrecurrents.revise', { id: recurrent.id }),
    values: { amount: decimalText(revision.proposed.minor, revision.proposed.currency) },
  }
}
