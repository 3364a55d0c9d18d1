import type { Confirmation } from '~/kit/dialog/confirm_action'
import { type MoneyValue, moneyText } from '~/kit/money'

type Asked = {
  what: 'el pago' | 'la factura' | 'la nómina' | 'la refacturación'
  amount: MoneyValue
  facts: Confirmation['facts']
  /** What is approved is exactly what is shown. */
  fingerprint: string
  url: string
}

/** Asks for the emergency approval of a document that nobody may approve (area 02): its reason goes to every approver. */
export function overrideApproval({ what, amount, facts, fingerprint, url }: Asked): Confirmation {
  return {
    title: 'Aprobación de emergencia',
    question: `Nadie puede aprobar ${what} ahora. Su aprobación quedará registrada con el motivo y se avisará por correo a todos los aprobadores.`,
    facts,
    reason: { label: 'Motivo', isRequired: true, lengthMin: 10 },
    submitLabel: `Aprobar ${moneyText(amount)}`,
    isDangerous: true,
    values: { fingerprint },
    url,
  }
}
