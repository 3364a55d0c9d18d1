import { counted } from '#app/kernel/text/counted'
import { openMatters, recurringPayments } from '#app/providers/ports'
import { approvalUses } from '#app/sites/ports'

const activeTo = (provider: string) =>
  `select 1 from recurrent_payments r where r.provider_id = ${provider} and r.status = 'active'`

/** Answers what suppliers and companies ask of recurring payments. */
export function answerPorts(): void {
  recurringPayments.answer(activeTo)
  openMatters.answer({
    rows: activeTo,
    says: (count) => counted(count, 'pago recurrente', 'pagos recurrentes'),
  })
  approvalUses.answer({
    kind: 'payment_recurrent',
    isInUse: (site) =>
      `exists (select 1 from recurrent_payments r where r.site_id = ${site} and r.status <> 'ended')`,
  })
}
