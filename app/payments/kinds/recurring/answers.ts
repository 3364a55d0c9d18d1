import { approvalUses } from '#app/sites/ports'

/** Answers what companies ask of recurring payments. */
export function answerPorts(): void {
  approvalUses.answer({
    kind: 'payment_recurrent',
    isInUse: (site) =>
      `exists (select 1 from recurrent_payments r where r.site_id = ${site} and r.status <> 'ended')`,
  })
}
